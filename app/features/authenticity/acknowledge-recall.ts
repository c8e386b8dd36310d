import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { callFunctionFromLoader } from '#app/lib/call-function-from-loader.ts';

/** False if the link is no longer valid or the shop could not record it. */
export async function acknowledgeRecall(
  context: Readonly<RouterContextProvider>,
  token: string,
): Promise<boolean> {
  try {
    const answer = await callFunctionFromLoader(context, 'acknowledge-recall', {
      token: token.slice(0, 200),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch (error) {
    context.get(appContext).report?.(error);
    return false;
  }
}
