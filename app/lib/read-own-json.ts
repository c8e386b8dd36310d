import type { RouterContextProvider } from 'react-router';
import { appContext } from './app-context.ts';

/** Undefined if it could not be read, null if there is none. */
export async function readOwnJson<T>(
  context: Readonly<RouterContextProvider>,
  path: string,
): Promise<T | null | undefined> {
  const { fetch, origin, report } = context.get(appContext);
  try {
    const answer = await fetch(`${origin}${path}`);
    if (answer.ok) return (await answer.json()) as T;
    await answer.body?.cancel();
    if (answer.status === 404) return null;
    report?.(new Error(`${path} answered ${answer.status}`));
  } catch (error) {
    report?.(error);
  }
  return undefined;
}
