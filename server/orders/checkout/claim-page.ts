import type { OrderContext } from '#server/orders/order-context.ts';
import { hasArrived, isBeingCaptured } from '#server/orders/order-state/attempt-state.ts';
import { isOpenPage, lockAttempts } from '#server/orders/order-state/competing-orders.ts';
import { isUnpaid } from '#server/orders/order-state/unpaid-status.ts';
import { closePage } from '#server/orders/payment-sync/close-page.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { Opened } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';

export type PageClaim =
  | { kind: 'clear'; page: Pick<Opened, 'reference' | 'url'> }
  /** The order by which the shopper has paid for some of the same products, or is about to. */
  | { kind: 'paid'; orderId: string }
  /** Superseded by a newer page. */
  | { kind: 'superseded' }
  /** Another page could not be closed. */
  | { kind: 'unavailable' };

/**
 * Decides, once an order's page exists, whether the customer may be sent to it. Stores the page and
 * reads the others in one step: of parallel checkouts, the last one sees the pages of the others
 * and gets its answer once they are closed. So at most one card page that a browser knows is open.
 * The page first stored wins, so that every caller of one order is sent to the same.
 */
export async function claimPage(
  context: OrderContext,
  orderId: string,
  opened: Pick<Opened, 'reference' | 'url'>,
): Promise<PageClaim> {
  const { db, now } = context;
  const claimed = await db.transaction().execute(async (tx) => {
    // The order before its attempt, as recording a payment locks them.
    await tx
      .selectFrom('orders')
      .select('id')
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const own = await lockAttempts(tx, orderId);
    if (own.superseded) return { kind: 'superseded' } as const;
    const page = await storePage(tx, orderId, own.provider, opened);
    const paid = own.competing.find((one) => hasArrived(one) || isBeingCaptured(one, now()));
    if (paid) return { kind: 'paid', orderId: paid.id } as const;
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
  // Another attempt appeared while these were being closed.
  return (await isSuperseded(db, orderId)) ? { kind: 'superseded' } : { kind: 'clear', page };
}

async function storePage(
  tx: Tables,
  orderId: string,
  provider: PaymentProviderName,
  { reference, url }: Pick<Opened, 'reference' | 'url'>,
): Promise<Pick<Opened, 'reference' | 'url'>> {
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
