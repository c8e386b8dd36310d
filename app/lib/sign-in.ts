import type { GoTrueClient, Session } from '@supabase/auth-js';
import { type AuthAnswer, callAuth } from '#app/lib/call-auth.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { openAuth, openTransientAuth } from '#app/lib/open-auth.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';

/** How far somebody has come in. Nothing is stored before they are in. */
export type SignInStep =
  | { kind: 'entered' }
  /** The account asks for a code of an authenticator app as well. */
  | { kind: 'second-step'; auth: GoTrueClient; factorId: string; accessToken: string }
  /** A link that belongs to someone other than the signed-in customer. */
  | {
      kind: 'other-person';
      email: string;
      present: string;
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
  return goOn(auth, data.session, publishableKey, fallback);
}

/** By the tokens that a mail's link carries. */
export async function signInWithTokens(
  tokens: { access_token: string; refresh_token: string },
  publishableKey: string,
): Promise<AuthAnswer<SignInStep>> {
  const present = readStoredSession();
  const auth = await openTransientAuth(publishableKey).catch(() => null);
  const { data, problem } = await callAuth(async () => {
    if (!auth) throw new Error('The client could not be loaded.');
    return auth.setSession(tokens);
  }, linkFallback);
  if (problem || !auth || !data.session) {
    return { data: null, problem: problem ?? { code: '', message: linkFallback } };
  }
  const { session } = data;
  const proceed = () => goOn(auth, session, publishableKey, linkFallback);
  if (!present || present.userId === session.user.id) return proceed();
  const email = session.user.email ?? '';
  return {
    data: { kind: 'other-person', email, present: present.email, goOn: proceed },
    problem: null,
  };
}

/** With a code of the authenticator app, which completes a second step. */
export async function completeSecondStep(
  step: Extract<SignInStep, { kind: 'second-step' }>,
  code: string,
  publishableKey: string,
): Promise<AuthAnswer<SignInStep>> {
  const { auth, factorId } = step;
  const { data, problem } = await callAuth(
    () => auth.mfa.challengeAndVerify({ factorId, code }),
    'The code could not be checked. Please try again.',
  );
  if (problem || !data) return { data: null, problem: problem ?? { code: '', message: fallback } };
  return keep(data, publishableKey, fallback);
}

/**
 * With a recovery code, for customers who lost their authenticator app. It works once and removes
 * the second factor, so that it can be set up again.
 */
export async function completeWithRecoveryCode(
  { auth, accessToken }: Extract<SignInStep, { kind: 'second-step' }>,
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
  return keep(data.session, publishableKey, fallback);
}

/** For a customer signed in on this browser who has yet to enter a code. Null: no app is set up. */
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
    return { kind: 'second-step', auth, factorId: factor.id, accessToken };
  } catch {
    return null;
  }
}

async function goOn(
  auth: GoTrueClient,
  session: Session,
  publishableKey: string,
  words: string,
): Promise<AuthAnswer<SignInStep>> {
  const factor = session.user.factors?.find(({ status }) => status === 'verified');
  const levels = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (factor && levels.data?.currentLevel !== 'aal2') {
    const accessToken = session.access_token;
    const step = { kind: 'second-step', auth, factorId: factor.id, accessToken } as const;
    return { data: step, problem: null };
  }
  return keep(session, publishableKey, words);
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
