import type { CheckoutAttempts } from '#app/lib/checkout-attempt.ts';
import { type FunctionFailure, invokeFunction } from '#app/lib/invoke-function.ts';
import { readCustomer } from '#app/lib/open-auth.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { type CartLine, fingerprintCart } from '#domain/cart.ts';
import { orderPlaceholders } from '#domain/order.ts';

export type PaymentStart = { url: string; failure: null } | { url: null; failure: FunctionFailure };

/**
 * Has the order created, and answers the provider's page (specification §7, create-checkout). The
 * same cart travels under the same key, so however often it is asked for there is one order.
 */
export async function startCardPayment(
  lines: readonly CartLine[],
  attempts: CheckoutAttempts,
  publishableKey: string,
): Promise<PaymentStart> {
  const fingerprint = fingerprintCart(lines);
  const start = () => createCheckout(lines, attempts.keyFor(fingerprint), publishableKey);
  const first = await start();
  if (first.failure?.code !== 'attempt_conflict') return first;
  // The key belongs to an attempt that differs in what only the server knows, such as the account.
  attempts.forget();
  return start();
}

async function createCheckout(
  lines: readonly CartLine[],
  attemptKey: string,
  publishableKey: string,
): Promise<PaymentStart> {
  const wasSignedIn = readStoredSession() !== null;
  const customer = await readCustomer(publishableKey);
  if (customer.kind === 'unreachable') return refuse('unreachable');
  // Whoever meant to order with their account is asked before they order without it.
  if (customer.kind === 'guest' && wasSignedIn) return refuse('signed_out');
  const signedIn = customer.kind === 'customer';
  const { data, failure } = await invokeFunction<{ url: string }>('create-checkout', {
    publishableKey,
    headers: { 'Idempotency-Key': attemptKey, ...(signedIn && customer.headers) },
    body: {
      items: lines.map(({ id, name, weight, price, quantity }) => ({
        id,
        name,
        weight,
        price,
        quantity,
      })),
      customerInfo: {
        name: signedIn ? '' : orderPlaceholders.guestName,
        email: signedIn ? customer.email : '',
        phone: '',
        address: '',
      },
    },
  });
  return failure ? { url: null, failure } : { url: data.url, failure: null };
}

function refuse(code: string): PaymentStart {
  return { url: null, failure: { status: null, code, message: '' } };
}
