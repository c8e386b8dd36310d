import { AdminFailure } from '../data/admin-failure.ts';
import { adminHeaders } from '../session/admin-headers.ts';

/**
 * Fetches a picture from the web through the shop, since the CSP lets pages contact no other site.
 * Rejects with the reason.
 */
export async function fetchPicture(url: string, publishableKey: string): Promise<File> {
  const answer = await fetch(`${window.location.origin}/functions/v1/fetch-picture`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: publishableKey,
      ...(await adminHeaders(publishableKey)),
    },
    body: JSON.stringify({ url }),
  });
  if (!answer.ok) {
    const { error } = await answer.json().catch(() => ({ error: null }));
    throw new AdminFailure(error?.message ?? '', error?.code ?? null, answer.status);
  }
  const content = await answer.blob();
  const name = /([^/.]+)[^/]*$/.exec(new URL(url).pathname)?.[1] ?? 'image';
  return new File([content], `${name}.${content.type.slice('image/'.length)}`, {
    type: content.type,
  });
}
