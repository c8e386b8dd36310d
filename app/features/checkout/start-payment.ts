import type { CheckoutAttempts } from '#app/lib/checkout-attempt.ts';
import { confirmedOrders } from '#app/lib/confirmed-orders.ts';
import { type FunctionFailure, invokeFunction } from '#app/lib/invoke-function.ts';
import { readCustomer } from '#app/lib/open-auth.ts';
import { orderable, type QuoteInput, readQuote } from '#app/lib/read-quote.ts';
import { renewSession } from '#app/lib/renew-session.ts';
import { storeWalletOrder } from '#app/lib/wallet-order.ts';
import { type CartLine, fingerprintCart } from '#domain/cart.ts';
import { toStoredLine } from '#domain/line.ts';
import { type Cents, describeChangedTotal } from '#domain/money.ts';
import { orderPlaceholders } from '#domain/order.ts';
import type { PaymentMethod } from '#domain/payment-method.ts';

export { concernsAmounts, concernsProducts, explainFailure } from './explain-failure.ts';

export type PaymentStart = { url: string; failure: null } | { url: null; failure: FunctionFailure };

interface PaymentRequest {
  method: Pick<PaymentMethod, 'id' | 'kind' | 'functions'>;
  lines: readonly CartLine[];
  /** The account that owns the cart; null for a guest's. */
  owner: string | null;
  attempts: CheckoutAttempts;
  publishableKey: string;
  /** The quote shown on screen; null if the lines alone determine the price. */
  quote?: { total: Cents; wish: QuoteInput } | null;
}

/**
 * Creates the order and returns the provider's page (requirements §7.2). The same cart, method and
 * total use the same key, so however often this is called, there is one order.
 */
export async function startPayment(request: PaymentRequest): Promise<PaymentStart> {
  const { attempts, method, lines, quote } = request;
  if (quote) {
    const changed = await findChange(request, quote);
    if (changed) return changed;
  }
  const quoted = quote ? ` ${JSON.stringify([quote.total, quote.wish])}` : '';
  const fingerprint = `${method.id} ${fingerprintCart(lines)}${quoted}`;
  const start = () => createOrder(request, attempts.keyFor(fingerprint));
  let answer = await start();
  if (answer.failure?.code === 'invalid_token') {
    // If the session was ended elsewhere, it ends here too; otherwise its new token is used.
    await renewSession(request.publishableKey);
    answer = await start();
  }
  if (answer.failure?.code !== 'attempt_conflict') return answer;
  // The key belongs to an attempt that differs in something only the server knows, such as the account.
  attempts.forget();
  return start();
}

/** Why the amount on screen is not what would be paid now; null if it is. */
async function findChange(
  { lines, publishableKey }: PaymentRequest,
  shown: NonNullable<PaymentRequest['quote']>,
): Promise<PaymentStart | null> {
  const { quote, failure } = await readQuote(lines, shown.wish, publishableKey);
  if (failure) return { url: null, failure };
  const order = orderable(quote, shown.wish);
  const [problem] = order ? [] : quote.problems;
  if (problem) return { url: null, failure: { status: null, ...problem } };
  if (order && quote.total === shown.total && sameWish(order, shown.wish)) return null;
  const message = describeChangedTotal(shown.total, quote.total);
  return { url: null, failure: { status: null, code: 'amount_changed', message } };
}

function sameWish(one: QuoteInput, other: QuoteInput): boolean {
  return one.discountCode === other.discountCode && one.deliveryRateId === other.deliveryRateId;
}

async function createOrder(
  { method, lines, owner, publishableKey, quote }: PaymentRequest,
  attemptKey: string,
): Promise<PaymentStart> {
  const customer = await readCustomer(publishableKey);
  if (customer.kind === 'unreachable') return refuse('unreachable');
  // An account's cart is ordered with that account or not at all.
  if (owner && !(customer.kind === 'customer' && customer.userId === owner)) {
    return refuse('signed_out');
  }
  const signedIn = customer.kind === 'customer';
  const items = lines.map((line) => {
    const { image_url: _, ...item } = toStoredLine(line);
    return item;
  });
  const customerInfo = {
    name: signedIn ? '' : orderPlaceholders.guestName,
    email: signedIn ? customer.email : '',
    phone: '',
    address: '',
  };
  const call = {
    publishableKey,
    headers: { 'Idempotency-Key': attemptKey, ...(signedIn && customer.headers) },
  };
  const payAgain = confirmedOrders.seen();
  const wanted = { items, ...(payAgain.length > 0 && { payAgain }), ...quote?.wish };
  if (method.kind === 'redirect') {
    const body = { ...wanted, customerInfo };
    const { data, failure } = await invokeFunction<{ url: string }>(method.functions.start, {
      ...call,
      body,
    });
    return failure ? { url: null, failure } : { url: data.url, failure: null };
  }
  const { data, failure } = await invokeFunction<{ orderId: string; approveUrl: string }>(
    method.functions.start,
    { ...call, body: wanted },
  );
  if (failure) return { url: null, failure };
  storeWalletOrder(data.orderId);
  return { url: data.approveUrl, failure: null };
}

function refuse(code: string): PaymentStart {
  return { url: null, failure: { status: null, code, message: '' } };
}
