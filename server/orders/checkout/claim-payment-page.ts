import { lockOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import {
  hasArrived,
  isBeingCaptured,
  isCaptureUnclear,
  isUnderWay,
} from '#server/orders/order-state/attempt-state.ts';
import { isOpenPage, lockAttempts } from '#server/orders/order-state/competing-orders.ts';
import type { ShopperOrder } from '#server/orders/order-state/shopper-orders.ts';
import { isUnpaid } from '#server/orders/order-state/unpaid-status.ts';
import { closePaymentPage } from '#server/orders/payment-sync/close-payment-page.ts';
import { resolveUnclearCapture } from '#server/orders/payment-sync/resolve-unclear-capture.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import { holdStockAgain } from '#server/orders/stock/order-stock.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { Opened } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import type { Attempt } from './find-attempt.ts';

type Page = Pick<Opened, 'reference' | 'url'>;

export type PageClaim =
  | { kind: 'clear'; page: Page }
  /** The order by which the shopper has paid for some of the same products, or is about to. */
  | { kind: 'paid'; orderId: string }
  /** Superseded by a newer page. */
  | { kind: 'superseded' }
  /** The order ended or was canceled while its page was being opened. */
  | { kind: 'over' }
  /** It had released its stock, which others have bought since. */
  | { kind: 'sold_out' }
  /** Another page couldn't be closed, or a capture with unknown outcome couldn't be read. */
  | { kind: 'unavailable' };

/**
 * Decides, once an order's page exists, whether the customer may be sent to it. Stores the page and
 * reads the others in one step: of parallel checkouts, the last one sees the pages of the others
 * and is answered once those are closed. So a browser never has more than one open card page that
 * it knows of. The page that is stored first wins, so every caller of one order is sent to the same
 * page. Nobody is sent to a page whose order does not hold its stock.
 */
export async function claimPaymentPage(
  context: OrderContext,
  attempt: Pick<Attempt, 'orderId' | 'holdsStock'>,
  opened: Page,
): Promise<PageClaim> {
  for (let look = 0; look < maxLooks; look++) {
    const claimed = await storeAndLook(context, attempt, opened);
    if (claimed.kind === 'clear') return closeRivals(context, attempt.orderId, claimed);
    if (claimed.kind !== 'unclear') return claimed;
    for (const other of claimed.unclear) {
      const read = await resolveUnclearCapture(context, other);
      if (read.kind === 'unavailable') return read;
    }
  }
  return { kind: 'unavailable' };
}

/**
 * Repeated, because what the provider reports about a capture is recorded first and then checked
 * again.
 */
const maxLooks = 3;

function storeAndLook(
  context: OrderContext,
  { orderId, holdsStock }: Pick<Attempt, 'orderId' | 'holdsStock'>,
  opened: Page,
) {
  const { db, now } = context;
  return db.transaction().execute(async (tx) => {
    // Locks the order before its attempt and the attempt before its stock, the same sequence as
    // when an order ends.
    const order = await lockOrder(tx, orderId);
    if (!order) return { kind: 'over' } as const;
    const own = await lockAttempts(tx, orderId);
    const paid = own.competing.find(
      (one) => hasArrived(one) || isUnderWay(one) || isBeingCaptured(one, now()),
    );
    if (mayNotBePaid(order)) {
      return paid ? ({ kind: 'paid', orderId: paid.id } as const) : ({ kind: 'over' } as const);
    }
    if (own.superseded && !paid) return { kind: 'superseded' } as const;
    // Another request of this attempt may have failed and released it.
    const counts = holdsStock && !paid && isUnpaid(order.payment_status);
    if (counts && !(await holdStockAgain(tx, orderId))) return { kind: 'sold_out' } as const;
    const page = await storePage(tx, orderId, own.provider, opened);
    if (paid) return { kind: 'paid', orderId: paid.id } as const;
    const unclear = own.competing.filter((one) => isCaptureUnclear(one, now()));
    if (unclear.length > 0) return { kind: 'unclear', unclear } as const;
    const rivals = own.competing.filter((other) => isOpenPage(context, other));
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
}

async function closeRivals(
  context: OrderContext,
  orderId: string,
  { page, rivals }: { page: Page; rivals: readonly (ShopperOrder & { reference: string })[] },
): Promise<PageClaim> {
  if (rivals.length === 0) return { kind: 'clear', page };
  const closed = await Promise.all(
    rivals.map(async ({ id, provider, reference }) => ({
      id,
      answer: await closePaymentPage(context, provider, reference),
    })),
  );
  const paid = closed.find(
    ({ answer }) =>
      answer.kind === 'settled' && (answer.underWay || !isUnpaid(answer.paymentStatus)),
  );
  if (paid) return { kind: 'paid', orderId: paid.id };
  if (closed.some(({ answer }) => answer.kind === 'unavailable')) return { kind: 'unavailable' };
  // Another attempt may have appeared while these were being closed.
  return (await isSuperseded(context.db, orderId))
    ? { kind: 'superseded' }
    : { kind: 'clear', page };
}

function mayNotBePaid({ status, payment_status: paymentStatus }: OrderRow): boolean {
  return isUnpaid(paymentStatus) && (paymentStatus !== 'pending' || status === 'cancelled');
}

async function storePage(
  tx: Tables,
  orderId: string,
  provider: PaymentProviderName,
  { reference, url }: Page,
): Promise<Page> {
  const column = referenceColumn[provider];
  const stored = await tx
    .with('attempt', (cte) =>
      cte
        .updateTable('private.checkout_attempts')
        .set((field) => ({ checkout_url: field.fn.coalesce('checkout_url', field.val(url)) }))
        .where('order_id', '=', orderId)
        .returning('checkout_url'),
    )
    .with('placed', (cte) =>
      cte
        .updateTable('orders')
        .set((field) => ({ [column]: field.fn.coalesce(column, field.val(reference)) }))
        .where('id', '=', orderId)
        .returning(`${column} as reference`),
    )
    .selectFrom(['attempt', 'placed'])
    .select(['attempt.checkout_url', 'placed.reference'])
    .executeTakeFirstOrThrow();
  return { reference: stored.reference ?? reference, url: stored.checkout_url ?? url };
}

async function isSuperseded(db: Tables, orderId: string): Promise<boolean> {
  const { superseded_at } = await db
    .selectFrom('private.checkout_attempts')
    .select('superseded_at')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return superseded_at !== null;
}
