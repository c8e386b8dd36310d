import { readCustomer } from './open-auth.ts';

/**
 * Calls the shop as whoever is signed in on this browser. Calls as a guest if nobody is signed in
 * or the session cannot be refreshed right now, and retries as one if the shop no longer accepts
 * the session: a payment is confirmed in any case, just without the account's details.
 */
export async function asVisitor<T>(
  publishableKey: string,
  ask: (headers: Record<string, string>) => Promise<T>,
  isRefused: (answer: T) => boolean,
): Promise<T> {
  const customer = await readCustomer(publishableKey);
  if (customer.kind === 'customer') {
    const answer = await ask(customer.headers);
    if (!isRefused(answer)) return answer;
  }
  return ask({});
}
