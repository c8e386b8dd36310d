import { hashAccessToken } from '#server/orders/access-token.ts';
import type { Shopper } from '#server/orders/order-state/shopper-orders.ts';
import type { Tables } from '#server/orders/tables.ts';

/**
 * Finds the browser that an attempt belongs to: the one named by its cookie, or that of earlier
 * attempts whose cookies it sends. Merges these into one browser, since two checkouts may have
 * started side by side. `browser` is null if the request has no such cookie; `joined` is true if
 * this call merged any.
 */
export async function joinAttempts(
  tx: Tables,
  { accessTokens, browser }: Omit<Shopper, 'userId'>,
): Promise<{ browser: string | null; joined: boolean }> {
  if (accessTokens.length === 0) return { browser, joined: false };
  const known = await tx
    .selectFrom('private.checkout_attempts')
    .select('browser')
    .distinct()
    .where('access_token_hash', 'in', accessTokens.map(hashAccessToken))
    .where('browser', 'is not', null)
    .orderBy('browser')
    .execute();
  const all = known.flatMap((row) => row.browser ?? []);
  const one = browser ?? all[0] ?? null;
  const others = all.filter((other) => other !== one);
  if (one === null || others.length === 0) return { browser: one, joined: false };
  await tx
    .updateTable('private.checkout_attempts')
    .set({ browser: one })
    .where('browser', 'in', others)
    .execute();
  return { browser: one, joined: true };
}
