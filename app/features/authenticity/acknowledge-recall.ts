import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';

/** False where the link is no longer valid, or the shop could not note it. */
export async function acknowledgeRecall(
  context: Readonly<RouterContextProvider>,
  token: string,
): Promise<boolean> {
  const { fetch, origin, publishableKey, address, report } = context.get(appContext);
  try {
    const answer = await fetch(`${origin}/functions/v1/acknowledge-recall`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ token: token.slice(0, 200) }),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch (error) {
    report?.(error);
    return false;
  }
}
