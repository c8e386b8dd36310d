import type { AuthAnswer } from '#app/lib/call-auth.ts';
import type { SignInStep } from '#app/lib/sign-in.ts';

type SignInModule = typeof import('#app/lib/sign-in.ts');

/** Comes in by what is loaded then: who only looks at the form needs none of it. */
export async function signInLazily(
  enter: (entrance: SignInModule) => Promise<AuthAnswer<SignInStep>>,
): Promise<AuthAnswer<SignInStep>> {
  try {
    return await enter(await import('#app/lib/sign-in.ts'));
  } catch {
    const message = 'The shop could not be reached. Please try again.';
    return { data: null, problem: { code: 'unreachable', message } };
  }
}
