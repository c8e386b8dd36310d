import type { GoTrueClient, Session } from '@supabase/auth-js';
import { type AuthAnswer, callAuth } from '#app/lib/call-auth.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { openAuth, openTransientAuth } from '#app/lib/open-auth.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';

/** How far a sign-in has come. Nothing is stored before it is complete. */
export type SignInStep =
  | { kind: 'entered' }
  /** The account also requires a code from an authenticator app. */
  | {
      kind: 'second-step';
      auth: GoTrueClient;
      factorId: string;
      accessToken: string;
      choosesPassword: boolean;
    }
  /** A link whose session takes effect only once a password has been chosen. */
  | { kind: 'choose-password'; auth: GoTrueClient; email: string }
  /**
   * A link that belongs to someone other than the signed-in customer, or that a guest's browser did
   * not request: its sender might see what the guest orders from then on.
   */
  | {
      kind: 'other-person';
      email: string;
      /** Who is signed in; null for a guest. */
      present: string | null;
      goOn: () => Promise<AuthAnswer<SignInStep>>;
    };

const entered = { data: { kind: 'entered' }, problem: null } as const;
const fallback = 'The shop could not be reached. Please try again.';
const linkFallback = 'This link is no longer valid.';

export async function signInWithPassword(
  credentials: { email: string; password: string },
  publishableKey: string,
): Promise<AuthAnswer<SignInStep>> {
  const auth = await openTransientAuth(publishableKey).catch(() => null);
  const { data, problem } = await callAuth(async () => {
    if (!auth) throw new Error('The client could not be loaded.');
    return auth.signInWithPassword(credentials);
  }, fallback);
  if (problem || !auth) return { data: null, problem: problem ?? { code: '', message: fallback } };
  return goOn(auth, data.session, publishableKey, { choosesPassword: false, words: fallback });
}

interface LinkPurpose {
  choosesPassword: boolean;
  /** Whether this browser requested an email to that address. */
  isExpected: (email: string) => boolean;
}

/** Signs in with the tokens of an emailed link; for a password link, nothing is stored yet. */
export async function signInWithTokens(
  tokens: { access_token: string; refresh_token: string },
  publishableKey: string,
  { choosesPassword, isExpected }: LinkPurpose,
): Promise<AuthAnswer<SignInStep>> {
  const present = readStoredSession();
  const auth = await openTransientAuth(publishableKey).catch(() => null);
  // A client that did not load says nothing about the link.
  const words = auth ? linkFallback : fallback;
  const { data, problem } = await callAuth(async () => {
    if (!auth) throw new Error('The client could not be loaded.');
    return auth.setSession(tokens);
  }, words);
  if (problem || !auth || !data.session) {
    return { data: null, problem: problem ?? { code: '', message: linkFallback } };
  }
  const { session } = data;
  const proceed = () =>
    goOn(auth, session, publishableKey, { choosesPassword, words: linkFallback });
  const email = session.user.email ?? '';
  const isAgreed = choosesPassword || isExpected(email);
  if (present ? present.userId === session.user.id : isAgreed) return proceed();
  return {
    data: { kind: 'other-person', email, present: present?.email ?? null, goOn: proceed },
    problem: null,
  };
}

/** Completes a second step with a code from the authenticator app. */
export async function completeSecondStep(
  step: Extract<SignInStep, { kind: 'second-step' }>,
  code: string,
  publishableKey: string,
): Promise<AuthAnswer<SignInStep>> {
  const { auth, factorId, choosesPassword } = step;
  const { data, problem } = await callAuth(
    () => auth.mfa.challengeAndVerify({ factorId, code }),
    'The code could not be checked. Please try again.',
  );
  if (problem || !data) return { data: null, problem: problem ?? { code: '', message: fallback } };
  if (choosesPassword) return passwordWanted(auth, data.user);
  return keep(data, publishableKey, fallback);
}

/**
 * For customers who lost their authenticator app: signs in with a recovery code. It works once and
 * removes the second factor, so that it can be set up again.
 */
export async function completeWithRecoveryCode(
  { auth, accessToken, choosesPassword }: Extract<SignInStep, { kind: 'second-step' }>,
  code: string,
  publishableKey: string,
): Promise<AuthAnswer<SignInStep>> {
  const { failure } = await invokeFunction('use-recovery-code', {
    publishableKey,
    headers: { Authorization: `Bearer ${accessToken}` },
    body: { code },
  });
  if (failure) return { data: null, problem: { code: failure.code, message: failure.message } };
  const { data } = await auth.getSession();
  if (!data.session) return { data: null, problem: { code: '', message: fallback } };
  if (choosesPassword) return passwordWanted(auth, data.session.user);
  return keep(data.session, publishableKey, fallback);
}

/** Completes a password link; from here on this browser is signed in. */
export async function choosePassword(
  { auth }: Extract<SignInStep, { kind: 'choose-password' }>,
  password: string,
  publishableKey: string,
): Promise<AuthAnswer<SignInStep>> {
  const words = 'Failed to update password.';
  const { problem } = await callAuth(() => auth.updateUser({ password }), words);
  if (problem) return { data: null, problem };
  const { data } = await auth.getSession();
  if (!data.session) return { data: null, problem: { code: '', message: fallback } };
  return keep(data.session, publishableKey, words);
}

/** For a customer signed in on this browser who has yet to enter a code. Null if no app is set up. */
export async function resumeSecondStep(
  publishableKey: string,
): Promise<Extract<SignInStep, { kind: 'second-step' }> | null> {
  try {
    const auth = await openAuth(publishableKey);
    const { data } = await auth.mfa.listFactors();
    const [factor] = data?.totp ?? [];
    const stored = await auth.getSession();
    if (!factor || !stored.data.session) return null;
    const accessToken = stored.data.session.access_token;
    return {
      kind: 'second-step',
      auth,
      factorId: factor.id,
      accessToken,
      choosesPassword: false,
    };
  } catch {
    return null;
  }
}

async function goOn(
  auth: GoTrueClient,
  session: Session,
  publishableKey: string,
  { choosesPassword, words }: { choosesPassword: boolean; words: string },
): Promise<AuthAnswer<SignInStep>> {
  const factor = session.user.factors?.find(({ status }) => status === 'verified');
  const levels = await callAuth(() => auth.mfa.getAuthenticatorAssuranceLevel(), words);
  if (factor && levels.data?.currentLevel !== 'aal2') {
    const accessToken = session.access_token;
    const step = { auth, factorId: factor.id, accessToken, choosesPassword };
    return { data: { kind: 'second-step', ...step }, problem: null };
  }
  if (choosesPassword) return passwordWanted(auth, session.user);
  return keep(session, publishableKey, words);
}

function passwordWanted(
  auth: GoTrueClient,
  { email = '' }: { email?: string | undefined },
): AuthAnswer<SignInStep> {
  return { data: { kind: 'choose-password', auth, email }, problem: null };
}

/** From here on this browser is signed in. */
async function keep(
  { access_token, refresh_token }: Pick<Session, 'access_token' | 'refresh_token'>,
  publishableKey: string,
  words: string,
): Promise<AuthAnswer<SignInStep>> {
  const { problem } = await callAuth(
    async () => (await openAuth(publishableKey)).setSession({ access_token, refresh_token }),
    words,
  );
  return problem ? { data: null, problem } : entered;
}
