import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js';
import { type AuthAnswer, type AuthProblem, callAuth } from '#app/lib/call-auth.ts';
import { openTransientAuth } from '#app/lib/open-auth.ts';

/** A separate sign-in, made only to prove that the request comes from the account's owner. */
export interface OwnerProof {
  accessToken: string;
  /** Ends that separate session. */
  end(): Promise<void>;
}

const unreachable = 'The shop could not be reached. Please try again.';

export async function provePassword(
  credentials: { email: string; password: string },
  publishableKey: string,
): Promise<AuthAnswer<OwnerProof>> {
  const answer = await prove(publishableKey, (auth) => auth.signInWithPassword(credentials));
  if (answer.problem?.code !== 'invalid_credentials') return answer;
  return {
    data: null,
    problem: { ...answer.problem, message: 'That is not your current password.' },
  };
}

/** Uses the code from the email that `mailProof` sent. */
export async function proveMailbox(
  { email, code }: { email: string; code: string },
  publishableKey: string,
): Promise<AuthAnswer<OwnerProof>> {
  const answer = await prove(publishableKey, (auth) =>
    auth.verifyOtp({ email, token: code, type: 'email' }),
  );
  if (answer.problem?.code !== 'otp_expired') return answer;
  return {
    data: null,
    problem: { ...answer.problem, message: 'This code is wrong or has expired.' },
  };
}

/** Emails a code for `proveMailbox`; the link in that email works as a fresh sign-in too. */
export async function mailProof(
  email: string,
  publishableKey: string,
): Promise<AuthProblem | null> {
  const { problem } = await callAuth(
    async () =>
      (await openTransientAuth(publishableKey)).signInWithOtp({
        email,
        options: { shouldCreateUser: false, emailRedirectTo: `${window.location.origin}/auth` },
      }),
    'The code could not be sent. Please try again.',
  );
  return problem;
}

type SignIn = (
  auth: GoTrueClient,
) => Promise<
  { data: { session: Session | null }; error: null } | { data: unknown; error: AuthError }
>;

async function prove(publishableKey: string, signIn: SignIn): Promise<AuthAnswer<OwnerProof>> {
  const opened = await callAuth<GoTrueClient>(
    async () => ({ data: await openTransientAuth(publishableKey), error: null }),
    unreachable,
  );
  if (opened.problem) return opened;
  const auth = opened.data;
  const { data, problem } = await callAuth<{ session: Session | null }>(
    () => signIn(auth),
    unreachable,
  );
  if (problem) return { data: null, problem };
  if (!data.session) return { data: null, problem: { code: 'unknown', message: unreachable } };
  return {
    data: {
      accessToken: data.session.access_token,
      end: async () => {
        await auth.signOut({ scope: 'local' }).catch(() => {});
      },
    },
    problem: null,
  };
}
