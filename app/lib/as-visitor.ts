import { readCustomer } from './open-auth.ts';

/**
 * Asks the shop as whoever is signed in at this browser. As a guest where nobody is, where the session
 * cannot be renewed just now, and once more where the shop no longer accepts it: a payment is
 * confirmed in any case, without the account's details.
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
