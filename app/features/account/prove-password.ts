import type { GoTrueClient, Session } from '@supabase/auth-js';
import { type AuthProblem, callAuth } from '#app/lib/call-auth.ts';
import { openTransientAuth } from '#app/lib/open-auth.ts';

/** A separate sign-in, made only to prove that the customer knows the password. */
export interface PasswordProof {
  accessToken: string;
  /** Ends that other sign-in. */
  end(): Promise<void>;
}

export async function provePassword(
  credentials: { email: string; password: string },
  publishableKey: string,
): Promise<{ proof: PasswordProof; problem: null } | { proof: null; problem: AuthProblem }> {
  const { data, problem } = await callAuth<{ auth: GoTrueClient; session: Session }>(async () => {
    const auth = await openTransientAuth(publishableKey);
    const { data, error } = await auth.signInWithPassword(credentials);
    return error ? { data: null, error } : { data: { auth, session: data.session }, error: null };
  }, 'The shop could not be reached. Please try again.');
  if (problem) {
    const wrong = problem.code === 'invalid_credentials';
    return {
      proof: null,
      problem: wrong ? { ...problem, message: 'That is not your current password.' } : problem,
    };
  }
  const { auth, session } = data;
  return {
    proof: {
      accessToken: session.access_token,
      end: async () => {
        await auth.signOut({ scope: 'local' }).catch(() => {});
      },
    },
    problem: null,
  };
}
