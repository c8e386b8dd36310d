import type { OrderContext } from '#server/orders/order-context.ts';
import { endOrder } from '#server/orders/payment-sync/end-order.ts';
import { recordPayment } from '#server/orders/payment-sync/record-payment.ts';
import type { SyncedPayment } from '#server/orders/payment-sync/sync-order-payment.ts';
import { isUnpaid } from '#server/orders/payment-sync/unpaid-status.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { Opened } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import {
  isBeingCaptured,
  isPaid,
  joinAttempts,
  ordersOfShopper,
  payAgainOf,
  type Shopper,
  type ShopperOrder,
  siblingsOf,
} from './shopper.ts';

/**
 * After a payment, also one that waits for the bank: the pages of the shopper's other attempts for
 * the same products are closed, so that the other tab cannot pay as well. False when one could not
 * be closed; every later look at the order tries again.
 */
export async function closeSiblings(context: OrderContext, orderId: string): Promise<boolean> {
  const { db, log } = context;
  try {
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    let allClosed = true;
    for (const sibling of await siblingsOf(db, order)) {
      if (sibling.paymentStatus !== 'pending' || sibling.payAgain.includes(orderId)) continue;
      allClosed = (await close(context, sibling)) && allClosed;
    }
    return allClosed;
  } catch (error) {
    // The payment itself is written; nothing of it depends on this.
    log.error({ err: error, orderId }, 'The other attempts of a paid cart could not be closed.');
    return false;
  }
}

/**
 * Makes one browser of the attempts that a request shows to be of one: two checkouts that began side
 * by side. What only then turns out to be paid closes the other pages.
 */
export async function joinCheckouts(
  context: OrderContext,
  shopper: Omit<Shopper, 'userId'>,
): Promise<void> {
  const { db, now } = context;
  // One alone joins nothing: most calls need no transaction.
  const shown = shopper.accessTokens.length + (shopper.browser ? 1 : 0);
  if (shown < 2) return;
  const { browser, joined } = await db.transaction().execute((tx) => joinAttempts(tx, shopper));
  if (!joined) return;
  const orders = await ordersOfShopper(db, { userId: null, accessTokens: [], browser }, now());
  for (const { id } of orders.filter(isPaid)) await closeSiblings(context, id);
}

async function close(context: OrderContext, sibling: ShopperOrder): Promise<boolean> {
  const { id, provider: name, reference } = sibling;
  if (context.providers[name]?.close) {
    // Still being made: before anybody is sent to it, it is looked whether this was paid.
    if (reference === null) return true;
    return (await closePage(context, name, reference)).kind !== 'unavailable';
  }
  // A wallet's page cannot be closed: what is approved there is not captured any more.
  await context.db.transaction().execute((tx) => endOrder(tx, id, 'expired'));
  return true;
}

/** Only where the provider can close pages. */
export async function closePage(
  context: OrderContext,
  name: PaymentProviderName,
  reference: string,
): Promise<SyncedPayment> {
  const answer = await context.providers[name]?.close?.(reference);
  switch (answer?.kind) {
    case 'found':
      // Nobody has paid, and still it is open.
      if (answer.truth.state === 'unpaid') return { kind: 'unavailable', detail: 'still open' };
      return recordPayment(context, name, answer.truth);
    case 'not_found':
      return answer;
    default:
      return { kind: 'unavailable', detail: answer?.detail ?? `${name} closes no pages` };
  }
}

export type PageClaim =
  | { kind: 'clear'; page: Pick<Opened, 'reference' | 'url'> }
  /** The shopper has paid for some of the same products by this order, or is about to. */
  | { kind: 'paid'; orderId: string }
  /** A newer page took its place. */
  | { kind: 'superseded' }
  /** Another page could not be closed. */
  | { kind: 'unavailable' };

/**
 * Asks, once an order's page exists and before anybody is sent to it, whether somebody may be. The
 * page is stored and the others are looked at in one: of checkouts that run side by side the one
 * that comes last sees the pages of the others, and is answered once these are closed. So at most
 * one card page that a browser knows is open. The page first stored wins, so that every caller of
 * one order is sent to the same.
 */
export async function claimPage(
  context: OrderContext,
  orderId: string,
  opened: Pick<Opened, 'reference' | 'url'>,
): Promise<PageClaim> {
  const { db, now } = context;
  const claimed = await db.transaction().execute(async (tx) => {
    // The order before its attempt, as recording a payment locks them.
    const order = await tx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await lockAttempts(tx, order);
    if (await isSuperseded(tx, orderId)) return { kind: 'superseded' } as const;
    const page = await storePage(tx, orderId, opened);
    const siblings = await unwantedSiblings(tx, order);
    const paid = siblings.find((one) => isPaid(one) || isBeingCaptured(one, now()));
    if (paid) return { kind: 'paid', orderId: paid.id } as const;
    const rivals = siblings.filter((sibling) => isOpenPage(context, sibling));
    if (rivals.length > 0) {
      await tx
        .updateTable('private.checkout_attempts')
        .set({ superseded_at: now() })
        .where(
          'order_id',
          'in',
          rivals.map(({ id }) => id),
        )
        .execute();
    }
    return { kind: 'clear', page, rivals } as const;
  });
  if (claimed.kind !== 'clear') return claimed;
  const { page, rivals } = claimed;
  if (rivals.length === 0) return { kind: 'clear', page };
  const closed = await Promise.all(
    rivals.map(async ({ id, provider, reference }) => ({
      id,
      answer: await closePage(context, provider, reference),
    })),
  );
  const paid = closed.find(
    ({ answer }) =>
      answer.kind === 'settled' && (answer.underWay || !isUnpaid(answer.paymentStatus)),
  );
  if (paid) return { kind: 'paid', orderId: paid.id };
  if (closed.some(({ answer }) => answer.kind === 'unavailable')) return { kind: 'unavailable' };
  // Another one came while these were being closed.
  return (await isSuperseded(db, orderId)) ? { kind: 'superseded' } : { kind: 'clear', page };
}

async function storePage(
  tx: Tables,
  orderId: string,
  { reference, url }: Pick<Opened, 'reference' | 'url'>,
): Promise<Pick<Opened, 'reference' | 'url'>> {
  const attempt = await tx
    .updateTable('private.checkout_attempts')
    .set((field) => ({ checkout_url: field.fn.coalesce('checkout_url', field.val(url)) }))
    .where('order_id', '=', orderId)
    .returning(['checkout_url', 'provider'])
    .executeTakeFirstOrThrow();
  const column = referenceColumn[attempt.provider as PaymentProviderName];
  const order = await tx
    .updateTable('orders')
    .set((field) => ({ [column]: field.fn.coalesce(column, field.val(reference)) }))
    .where('id', '=', orderId)
    .returning(column)
    .executeTakeFirstOrThrow();
  return { reference: order[column] ?? reference, url: attempt.checkout_url ?? url };
}

async function isSuperseded(db: Tables, orderId: string): Promise<boolean> {
  const { superseded_at } = await db
    .selectFrom('private.checkout_attempts')
    .select('superseded_at')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return superseded_at !== null;
}

/** A page that a browser may know, and that can be closed. */
function isOpenPage(
  { providers }: OrderContext,
  sibling: ShopperOrder,
): sibling is ShopperOrder & { reference: string } {
  const { provider, reference, paymentStatus } = sibling;
  return reference !== null && paymentStatus === 'pending' && Boolean(providers[provider]?.close);
}

/** Without those that the customer wanted to pay beside this one. */
async function unwantedSiblings(db: Tables, order: OrderRow): Promise<ShopperOrder[]> {
  const wanted = new Set(await payAgainOf(db, order.id));
  return (await siblingsOf(db, order)).filter(
    ({ id, payAgain }) => !wanted.has(id) && !payAgain.includes(order.id),
  );
}

/**
 * Whoever asks for the same cart waits here for the other, and sees what that wrote: what is read
 * before is not to be believed.
 */
async function lockAttempts(tx: Tables, order: OrderRow): Promise<void> {
  const others = (await siblingsOf(tx, order)).map(({ id }) => id);
  await tx
    .selectFrom('private.checkout_attempts')
    .select('order_id')
    .where('order_id', 'in', [order.id, ...others])
    .orderBy('order_id')
    .forUpdate()
    .execute();
}

export type CaptureClaim = 'clear' | 'paid' | 'busy' | 'unavailable';

/**
 * Asks, before an approved payment is captured, whether it still may be: not when the shopper has
 * paid for the same products otherwise, and not while another attempt is being captured. Card pages
 * for them are closed first, and read by that: what is paid there has not reached us yet perhaps.
 */
export async function claimCapture(context: OrderContext, orderId: string): Promise<CaptureClaim> {
  const { db, now } = context;
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const closed = new Set<string>();
  for (let look = 0; look < mostLooks; look++) {
    const cards = await closeCardPages(context, order, closed);
    if (cards !== 'closed') return cards;
    const claim = await db.transaction().execute(async (tx) => {
      await lockAttempts(tx, order);
      const siblings = await unwantedSiblings(tx, order);
      if (siblings.some(isPaid)) return 'paid';
      if (siblings.some((sibling) => isBeingCaptured(sibling, now()))) return 'busy';
      const isNew = (one: ShopperOrder) => isOpenPage(context, one) && !closed.has(one.id);
      if (siblings.some(isNew)) return 'again';
      await setClaim(tx, orderId, now());
      return 'clear';
    });
    if (claim !== 'again') return claim;
  }
  return 'unavailable';
}

/** A card page that was finished meanwhile is closed as well; one tab after the other opens one. */
const mostLooks = 3;

/**
 * `paid` also when a bank has yet to say; `unavailable` when one could not be closed, and so may be
 * paid at this moment. Adds to `closed` what need not be closed again.
 */
async function closeCardPages(
  context: OrderContext,
  order: OrderRow,
  closed: Set<string>,
): Promise<'closed' | 'paid' | 'unavailable'> {
  for (const sibling of await unwantedSiblings(context.db, order)) {
    if (!isOpenPage(context, sibling) || closed.has(sibling.id)) continue;
    const answer = await closePage(context, sibling.provider, sibling.reference);
    if (answer.kind === 'unavailable') return 'unavailable';
    if (answer.kind === 'settled' && answer.underWay) return 'paid';
    closed.add(sibling.id);
  }
  return 'closed';
}

/** The capture is over; where it took nothing, another attempt may be captured. */
export function releaseCapture({ db }: OrderContext, orderId: string): Promise<unknown> {
  return setClaim(db, orderId, null);
}

function setClaim(db: OrderContext['db'], orderId: string, at: Date | null): Promise<unknown> {
  return db
    .updateTable('private.checkout_attempts')
    .set({ capture_claimed_at: at })
    .where('order_id', '=', orderId)
    .execute();
}
