import { isOlderBuild, updatedWords } from '#app/lib/build-age.ts';
import type { AuthAnswer } from '#app/lib/call-auth.ts';
import type { SignInStep } from '#app/lib/sign-in.ts';

type SignInModule = typeof import('#app/lib/sign-in.ts');

/** Signs in through a module loaded on submit: visitors who only look at the form don't need it. */
export async function signInLazily(
  enter: (entrance: SignInModule) => Promise<AuthAnswer<SignInStep>>,
): Promise<AuthAnswer<SignInStep>> {
  try {
    return await enter(await import('#app/lib/sign-in.ts'));
  } catch {
    const message = (await isOlderBuild())
      ? updatedWords
      : 'The shop could not be reached. Please try again.';
    return { data: null, problem: { code: 'unreachable', message } };
  }
}
