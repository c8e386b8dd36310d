import type { AuthAnswer } from '#app/lib/call-auth.ts';
import type { Entry } from '#app/lib/enter-account.ts';

type Entrance = typeof import('#app/lib/enter-account.ts');

/** Comes in by what is loaded then: who only looks at the form needs none of it. */
export async function enterLater(
  enter: (entrance: Entrance) => Promise<AuthAnswer<Entry>>,
): Promise<AuthAnswer<Entry>> {
  try {
    return await enter(await import('#app/lib/enter-account.ts'));
  } catch {
    const message = 'The shop could not be reached. Please try again.';
    return { data: null, problem: { code: 'unreachable', message } };
  }
}
