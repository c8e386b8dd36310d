import { sql } from 'kysely';
import { orderNumber, type PaymentStatus } from '#domain/order.ts';
import type { SellingRules } from '#domain/quote-order.ts';
import { isUuid } from '#domain/uuid.ts';
import { isEmailAddress } from '#server/email/email-address.ts';
import { loadOrderEmails, type OrderEmails } from '#server/orders/emails/load-order-emails.ts';
import {
  queueAlert,
  queuePaidEmails,
  queueUnpaidEmail,
} from '#server/orders/emails/queue-order-emails.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import { orderColumns } from '#server/orders/order-columns.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { hasArrived } from '#server/orders/order-state/attempt-state.ts';
import { endOrder } from '#server/orders/order-state/end-order.ts';
import {
  recordNoPaymentExpected,
  recordPaymentUnderWay,
} from '#server/orders/order-state/record-expected-payment.ts';
import {
  ordersOfSameProducts,
  type ShopperOrder,
} from '#server/orders/order-state/shopper-orders.ts';
import { isUnpaid, unpaidStatuses } from '#server/orders/order-state/unpaid-status.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { ProviderPayment } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { findDuplicatePurchase, findMismatch, findProblem } from './check-payment.ts';
import { releaseWhatEndedTook } from './release-capture-claim.ts';
import { removePaidLines } from './remove-paid-lines.ts';
import type { SyncedPayment } from './sync-order-payment.ts';

/**
 * Applies a payment's state at the provider to its order, in one transaction. Admins can also mark
 * orders paid, in `../manual/`; refunds change the status afterwards, in
 * `../refunds/update-payment-status.ts`.
 */
export async function recordPayment(
  context: OrderContext,
  provider: PaymentProviderName,
  reported: ProviderPayment,
): Promise<SyncedPayment> {
  const mails = await loadOrderEmails(context);
  const rules = await context.sellingRules();
  const settled = await context.db.transaction().execute(async (tx): Promise<SyncedPayment> => {
    const order = await lockOrderOf(tx, provider, reported);
    if (!order) return { kind: 'order_unknown', foreign: !isUuid(reported.orderId ?? '') };
    const change = await applyTo(tx, order, provider, reported, { mails, rules });
    return {
      kind: 'settled',
      orderId: order.id,
      paymentStatus: change?.became ?? order.payment_status,
      changed: change !== null,
      underWay: reported.state === 'processing',
      declined: reported.declined,
      others: change?.others,
    };
  });
  if (settled.kind === 'settled' && settled.changed) report(context, provider, settled);
  return settled;
}

/** Finds the order by the provider's reference, or by our own id until the reference is known. */
async function lockOrderOf(
  tx: Tables,
  provider: PaymentProviderName,
  reported: ProviderPayment,
): Promise<OrderRow | undefined> {
  const byReference = await tx
    .selectFrom('orders')
    .select(orderColumns)
    .where(referenceColumn[provider], '=', reported.reference)
    .forUpdate()
    .executeTakeFirst();
  if (byReference || !reported.orderId || !isUuid(reported.orderId)) return byReference;
  return lockOrder(tx, reported.orderId);
}

interface Change {
  /** The order's payment status now. */
  became: PaymentStatus;
  /** The shopper's other orders for the same products, if they had to be read. */
  others?: readonly ShopperOrder[];
}

/** Null if nothing changed. */
async function applyTo(
  tx: Tables,
  order: OrderRow,
  provider: PaymentProviderName,
  reported: ProviderPayment,
  { mails, rules }: { mails: OrderEmails; rules: SellingRules },
): Promise<Change | null> {
  if (order[referenceColumn[provider]] === null) {
    await tx
      .updateTable('orders')
      .set({ [referenceColumn[provider]]: reported.reference })
      .where('id', '=', order.id)
      .execute();
  }
  switch (reported.state) {
    case 'paid': {
      // A payment that is already recorded isn't checked again.
      const mismatch =
        findMismatch(order, provider, reported) ??
        (isUnpaid(order.payment_status) ? await findProblem(tx, order, reported, rules) : null);
      return mismatch
        ? review(tx, order, provider, reported, mismatch, mails)
        : pay(tx, order, provider, reported, mails);
    }
    case 'processing':
      if (isUnpaid(order.payment_status)) await recordPaymentUnderWay(tx, order.id);
      return null;
    case 'expired':
    case 'failed': {
      // An order that is merely overdue may be getting captured right now.
      const waited = !reported.overdue && (await recordNoPaymentExpected(tx, order.id));
      const ended = await endOrder(tx, order.id, reported.state);
      if (waited && !ended && isUnpaid(order.payment_status)) {
        await releaseWhatEndedTook(tx, order.id);
      }
      const isTold = ended || (waited && isUnpaid(order.payment_status));
      // The customer was already told that the order is canceled, so no second email.
      if (isTold && reported.state === 'failed' && order.status !== 'cancelled') {
        await emailUnpaid(tx, order, reported, mails);
      }
      return ended ? { became: reported.state } : null;
    }
    default:
      return null;
  }
}

/** The caller has locked the order, so it has not changed since it was read. */
async function pay(
  tx: Tables,
  order: OrderRow,
  provider: PaymentProviderName,
  reported: ProviderPayment,
  mails: OrderEmails,
): Promise<Change | null> {
  if (!isUnpaid(order.payment_status)) {
    const reason = 'Money for this order had arrived before.';
    return review(tx, order, provider, reported, reason, mails);
  }
  const paid = await tx
    .with('payment', (cte) => paymentInsert(cte, order, provider, reported, 'settled'))
    .updateTable('orders')
    .set({ payment_status: 'paid', paid_at: sql<Date>`now()`, ...collected(order, reported) })
    .where('id', '=', order.id)
    .where('payment_status', 'in', unpaidStatuses)
    .returning(orderColumns)
    .executeTakeFirstOrThrow();
  const others = await ordersOfSameProducts(tx, order.id);
  await removePaidLines(tx, order, others);
  await queuePaidEmails(tx, paid, mails);
  const double = await findDuplicatePurchase(tx, order.id, others);
  if (double) {
    const reason = `The same customer has also paid order ${orderNumber(double.id)}, for some of the same products.`;
    await queueAlert(tx, paid, 'double_order', reason, mails);
  }
  if (order.payment_status !== 'pending') {
    await queueAlert(tx, paid, 'late_payment', `It had ${order.payment_status} before.`, mails);
  }
  return { became: 'paid', others };
}

/** Customers who were told to wait for their bank may never look at the page again. */
async function emailUnpaid(
  tx: Tables,
  order: OrderRow,
  reported: ProviderPayment,
  mails: OrderEmails,
): Promise<void> {
  // Another attempt for the same products has been paid since: the confirmation is what counts.
  if ((await ordersOfSameProducts(tx, order.id)).some(hasArrived)) return;
  await queueUnpaidEmail(tx, { ...order, ...collected(order, reported) }, mails);
}

/** Customer details from the provider, which replace the order's placeholders. */
function collected(order: OrderRow, { customer }: ProviderPayment) {
  return {
    name: customer.name ?? order.name,
    email: customer.email && isEmailAddress(customer.email) ? customer.email : order.email,
    phone: customer.phone ?? order.phone,
    address: customer.address ?? order.address,
  };
}

/** The money has arrived, but someone on the team has to decide what it is for. */
async function review(
  tx: Tables,
  order: OrderRow,
  provider: PaymentProviderName,
  reported: ProviderPayment,
  reason: string,
  mails: OrderEmails,
): Promise<Change | null> {
  const settleable = isUnpaid(order.payment_status);
  const standing = settleable ? 'review' : 'surplus';
  if (!(await insertPayment(tx, order, provider, reported, standing))) return null;
  if (!settleable) {
    await queueAlert(tx, order, 'second_payment', reason, mails, referenceOf(reported));
    return null;
  }
  await tx
    .updateTable('orders')
    .set({
      payment_status: 'review',
      // A payment made for another order has that customer's address.
      ...(reported.orderId === order.id && collected(order, reported)),
    })
    .where('id', '=', order.id)
    .where('payment_status', 'in', unpaidStatuses)
    .execute();
  const others = await ordersOfSameProducts(tx, order.id);
  if (reported.orderId === order.id) await removePaidLines(tx, order, others);
  await queueAlert(tx, order, 'review', reason, mails);
  return { became: 'review', others };
}

/** False if this payment is already recorded. */
async function insertPayment(
  tx: Tables,
  order: OrderRow,
  provider: PaymentProviderName,
  reported: ProviderPayment,
  standing: 'settled' | 'review' | 'surplus',
): Promise<boolean> {
  const recorded = await paymentInsert(tx, order, provider, reported, standing).executeTakeFirst();
  return recorded !== undefined;
}

function paymentInsert(
  tx: Pick<Tables, 'insertInto'>,
  order: OrderRow,
  provider: PaymentProviderName,
  reported: ProviderPayment,
  standing: 'settled' | 'review' | 'surplus',
) {
  return tx
    .insertInto('payments')
    .values({
      order_id: order.id,
      provider,
      reference: referenceOf(reported),
      amount_cents: reported.amountCents,
      currency: reported.currency,
      standing,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
    .returning('id');
}

/** The payment's own reference, if the provider has one besides the page's. */
function referenceOf({ paymentReference, reference }: ProviderPayment): string {
  return paymentReference ?? reference;
}

function report(
  { log }: OrderContext,
  provider: PaymentProviderName,
  { orderId, paymentStatus }: { orderId: string; paymentStatus: PaymentStatus },
): void {
  const facts = { orderId, provider, paymentStatus };
  if (paymentStatus === 'review') log.error(facts, 'A payment needs manual review.');
  else if (hasArrived({ paymentStatus })) log.info(facts, 'An order was paid.');
  else log.info(facts, 'The payment of an order ended without money.');
}
