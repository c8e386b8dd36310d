import { isPlaceholderEmail, orderNumber } from '#domain/order.ts';
import type { RateLimiter } from '#server/http/rate-limiter.ts';
import { accessTokenOf } from '#server/orders/access-token.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { hasArrived } from '#server/orders/order-state/attempt-state.ts';
import { endOrder, releaseAttempt } from '#server/orders/order-state/end-order.ts';
import { isUnpaid } from '#server/orders/order-state/unpaid-status.ts';
import { closePaymentPage } from '#server/orders/payment-sync/close-payment-page.ts';
import { syncOrderPayment } from '#server/orders/payment-sync/sync-order-payment.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import { holdStockAgain, releaseStock } from '#server/orders/stock/order-stock.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Opened, PaymentProvider } from '#server/payments/provider.ts';
import { lifetimeOf } from './checkout-lifetime.ts';
import { claimPaymentPage } from './claim-payment-page.ts';
import { closeEarlierPaymentPages } from './close-earlier-payment-pages.ts';
import { createOrder, type NewOrder } from './create-order.ts';
import { expireUnclosableOrders } from './expire-unclosable-orders.ts';
import type { Attempt } from './find-attempt.ts';
import {
  isHeldByUnpaid,
  type OrderProblemCode,
  type OutOfStock,
  type TooManyUnpaid,
} from './refuse-order.ts';

type Refused = Exclude<Extract<StartedCheckout, { kind: 'refused' }>, OutOfStock | TooManyUnpaid>;

export type StartedCheckout =
  /**
   * `reference` is the provider's id. `accessToken` proves that the holder started the order; the
   * browser stores it in a cookie.
   */
  | { kind: 'started'; url: string; reference: string; orderId: string; accessToken: string }
  | {
      kind: 'refused';
      code:
        | OrderProblemCode
        | 'already_paid'
        | 'attempt_conflict'
        | 'provider_unavailable'
        | 'provider_refused';
      message: string;
    }
  | OutOfStock
  | TooManyUnpaid;

export type StartCheckout = (order: NewOrder) => Promise<StartedCheckout>;

/**
 * Creates the order, then opens the provider's page for it. A double click results in one order and
 * one page: within this process, the second call waits for the first; between processes, the unique
 * key and the provider's idempotency key ensure it. For `paymentLooks` see `closeEarlierPaymentPages`.
 */
export function createStartCheckout(
  context: OrderContext,
  paymentLooks: RateLimiter | null,
): StartCheckout {
  const underWay = new Map<string, Promise<StartedCheckout>>();
  return (order) => {
    const key = JSON.stringify(order);
    const running = underWay.get(key);
    if (running) return running;
    const started = startCheckout(context, paymentLooks, order).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}

async function startCheckout(
  context: OrderContext,
  paymentLooks: RateLimiter | null,
  order: NewOrder,
): Promise<StartedCheckout> {
  const provider = context.providers[order.provider];
  if (!provider) return unavailable();
  const earlier = await closeEarlierPaymentPages(context, paymentLooks, order);
  if (earlier.kind === 'refused') return earlier;
  if (earlier.kind === 'unavailable') return unavailable();
  const [paid] = earlier.orders;
  if (paid) return alreadyPaid(paid.id);
  const rules = {
    site: await context.site(),
    selling: await context.sellingRules(),
  };
  let created = await createOrder(context.db, order, rules, context.now());
  if (created.kind === 'attempt' && !created.isNew && (await isOver(context, created.attempt))) {
    created = await createOrder(context.db, order, rules, context.now());
  }
  if (
    created.kind === 'refused' &&
    isHeldByUnpaid(created) &&
    (await expireUnclosableOrders(context, order))
  ) {
    created = await createOrder(context.db, order, rules, context.now());
  }
  switch (created.kind) {
    case 'conflict':
      return refused('attempt_conflict', 'This attempt was started with another cart.');
    case 'refused':
      return created;
    default:
  }
  const { attempt, isNew } = created;
  if (hasArrived(attempt) && !order.payAgain?.includes(attempt.orderId)) {
    return alreadyPaid(attempt.orderId);
  }
  // Including an order that was refunded since.
  if (isPaidFor(attempt)) {
    return refused('attempt_conflict', 'This attempt was paid. A new one needs a new key.');
  }
  const page = await openFor(context, provider, attempt, isNew);
  if (page.kind === 'refused') return page;
  const { orderId } = attempt;
  const claim = await claimPaymentPage(context, attempt, page);
  switch (claim.kind) {
    case 'paid':
      await closeUnwanted(context, provider, page.reference, orderId);
      return alreadyPaid(claim.orderId);
    case 'superseded':
      return refused('attempt_conflict', 'This cart is being paid for in another tab.');
    case 'sold_out':
      await closeUnwanted(context, provider, page.reference, orderId);
      return soldOut();
    case 'over':
      await closeUnwanted(context, provider, page.reference, orderId);
      return unavailable();
    case 'unavailable':
      // Nobody was sent to this page; the same attempt may be retried.
      return unavailable();
    default: {
      const accessToken = accessTokenOf(order.attemptKey, orderId);
      return { kind: 'started', ...claim.page, orderId, accessToken };
    }
  }
}

function isPaidFor({ paymentStatus }: Attempt): boolean {
  return !isUnpaid(paymentStatus);
}

/**
 * Closes a page that nobody was sent to: while it was being opened, the order was paid elsewhere,
 * sold out or ended.
 */
async function closeUnwanted(
  context: OrderContext,
  provider: PaymentProvider,
  reference: string,
  orderId: string,
): Promise<void> {
  const closed = provider.close
    ? await closePaymentPage(context, provider.name, reference)
    : ({ kind: 'not_found' } as const);
  // If it couldn't be closed, the order stays pending, and every later sync tries again.
  if (closed.kind !== 'not_found') return;
  await context.db
    .transaction()
    .execute((tx) => endOrder(tx, orderId, 'expired', { forGood: true }));
}

function alreadyPaid(orderId: string): Refused {
  return refused('already_paid', `You have already paid for this: order ${orderNumber(orderId)}.`);
}

/** Whether the attempt can no longer be paid; if so, frees its key. */
async function isOver(context: OrderContext, attempt: Attempt): Promise<boolean> {
  const { orderId, provider, reference, paymentStatus, createdAt } = attempt;
  if (!isUnpaid(paymentStatus)) return false;
  const { openMs, retryMs } = lifetimeOf(attempt);
  const age = context.now().getTime() - createdAt.getTime();
  if (reference === null) {
    if (age < retryMs) return false;
    // No customer was ever sent to a page opened then; the reconciler ends the order.
    await releaseAttempt(context.db, orderId);
    return true;
  }
  if (age < openMs) return false;
  // Its page has closed. The sync confirms that and frees the key.
  await syncOrderPayment(context, provider, reference);
  return true;
}

async function openFor(
  context: OrderContext,
  provider: PaymentProvider,
  attempt: Attempt,
  isNew: boolean,
): Promise<Opened | Refused> {
  const { orderId, checkoutUrl, reference } = attempt;
  if (checkoutUrl && reference) return { kind: 'opened', url: checkoutUrl, reference };
  // An earlier attempt may have released it.
  if (!isNew && attempt.holdsStock && !(await holdReleasedStock(context, orderId))) {
    return soldOut();
  }

  const opened = await provider.open({
    orderId,
    lines: attempt.lines,
    ...attempt.amounts,
    currency: attempt.currency,
    returnOrigin: attempt.returnOrigin,
    givenUpPath: attempt.fromLink ? '/pay?canceled=1' : '/checkout?canceled=1',
    email: isPlaceholderEmail(attempt.email) ? null : attempt.email,
    shipsTo: attempt.shipsTo,
    expiresAt: new Date(attempt.createdAt.getTime() + lifetimeOf(attempt).openMs),
  });
  const facts = { orderId, provider: provider.name };
  if (opened.kind === 'opened') {
    context.log.info(facts, 'A payment was begun.');
    return opened;
  }
  if (opened.kind === 'refused') {
    context.log.error({ ...facts, detail: opened.detail }, 'The provider refused a checkout.');
    const stored = await giveUp(context, attempt, (tx) => endOrder(tx, orderId, 'failed'));
    return (
      stored ?? refused('provider_refused', 'The payment provider does not accept this order.')
    );
  }
  context.log.warn({ ...facts, detail: opened.detail }, 'The provider did not answer a checkout.');
  if (opened.repeated) {
    // If a page was opened, nobody will ever learn its URL, so the next try needs a new order.
    const stored = await giveUp(context, attempt, (tx) => endOrder(tx, orderId, 'failed'));
    return stored ?? unavailable();
  }
  // We don't know whether a page was opened. The order stays pending: the same attempt can be
  // retried, and the reconciler finds what there is.
  const stored = await giveUp(context, attempt, (tx) => releaseStock(tx, orderId));
  return stored ?? unavailable();
}

/**
 * After a failure, releases what the order holds. Not if another request of this attempt has stored
 * a page meanwhile: that page can be paid, so it is the response to this request too. A page that
 * is stored later takes everything again (`claimPaymentPage`).
 */
function giveUp(
  context: OrderContext,
  { orderId, provider }: Attempt,
  giveBack: (tx: Tables) => Promise<unknown>,
): Promise<Opened | null> {
  return context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const attempt = await tx
      .selectFrom('private.checkout_attempts')
      .select('checkout_url')
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    const [reference, url] = [order?.[referenceColumn[provider]], attempt?.checkout_url];
    if (reference && url) return { kind: 'opened', reference, url };
    await giveBack(tx);
    return null;
  });
}

/** Takes the stock again if it was released; ends the order if there is no longer enough. */
function holdReleasedStock(context: OrderContext, orderId: string): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    // An order that has ended takes nothing more; `claimPaymentPage` reports it.
    if (order?.payment_status !== 'pending') return true;
    if (await holdStockAgain(tx, orderId)) return true;
    await endOrder(tx, orderId, 'expired');
    return false;
  });
}

function soldOut(): Refused {
  return refused('sold_out', 'A product in the cart has sold out in the meantime.');
}

function refused(code: Refused['code'], message: string): Refused {
  return { kind: 'refused', code, message };
}

function unavailable(): Refused {
  return refused('provider_unavailable', 'The payment provider cannot be reached.');
}
