import { readCustomer } from '#app/lib/open-auth.ts';

/**
 * Headers that authenticate a request to the shop. Empty once the session has ended, so that the
 * server refuses; throws if the session merely cannot be refreshed right now.
 */
export async function adminHeaders(publishableKey: string): Promise<Record<string, string>> {
  const customer = await readCustomer(publishableKey);
  if (customer.kind === 'unreachable') throw new Error('The shop could not be reached.');
  return customer.kind === 'customer' ? customer.headers : {};
}
