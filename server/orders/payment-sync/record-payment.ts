import { sql } from 'kysely';
import { toCents } from '#domain/money.ts';
import { orderNumber, type PaymentStatus } from '#domain/order.ts';
import type { SellingRules } from '#domain/quote-order.ts';
import { isUuid } from '#domain/uuid.ts';
import { isEmailAddress } from '#server/email/email-address.ts';
import { isPaid } from '#server/orders/checkout/attempt-state.ts';
import { goesWhereItWasPricedFor } from '#server/orders/checkout/priced-destination.ts';
import {
  payAgainOf,
  type ShopperOrder,
  siblingsOf,
} from '#server/orders/checkout/shopper-orders.ts';
import { mayKeepCode } from '#server/orders/checkout/spend-code.ts';
import {
  loadOrderEmails,
  type OrderEmails,
  queueAlert,
  queuePaidEmails,
} from '#server/orders/emails/queue-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { removePaidLines } from '#server/orders/payment-sync/remove-paid-lines.ts';
import { referenceColumn } from '#server/orders/reference-column.ts';
import { takeStockAgain } from '#server/orders/stock/hold-stock.ts';
import type { OrderRow, Tables } from '#server/orders/tables.ts';
import type { PaymentTruth } from '#server/payments/provider.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { endOrder } from './end-order.ts';
import type { SyncedPayment } from './sync-order-payment.ts';
import { isUnpaid, unpaidStatuses } from './unpaid-status.ts';

/** Applies a payment's state at the provider to its order, in one transaction. */
export async function recordPayment(
  context: OrderContext,
  provider: PaymentProviderName,
  truth: PaymentTruth,
): Promise<SyncedPayment> {
  const mails = await loadOrderEmails(context);
  const rules = await context.sellingRules();
  const settled = await context.db.transaction().execute(async (tx): Promise<SyncedPayment> => {
    const order = await lockOrder(tx, provider, truth);
    if (!order) return { kind: 'order_unknown', foreign: !isUuid(truth.orderId ?? '') };
    const became = await applyTo(tx, order, provider, truth, { mails, rules });
    return {
      kind: 'settled',
      orderId: order.id,
      paymentStatus: became ?? order.payment_status,
      changed: became !== null,
      underWay: truth.state === 'processing',
      declined: truth.declined,
    };
  });
  if (settled.kind === 'settled' && settled.changed) report(context, provider, settled);
  return settled;
}

/** By the provider's reference, or by our own id until the reference is known. */
async function lockOrder(
  tx: Tables,
  provider: PaymentProviderName,
  truth: PaymentTruth,
): Promise<OrderRow | undefined> {
  const byReference = await tx
    .selectFrom('orders')
    .selectAll()
    .where(referenceColumn[provider], '=', truth.reference)
    .forUpdate()
    .executeTakeFirst();
  if (byReference || !isUuid(truth.orderId ?? '')) return byReference;
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', truth.orderId)
    .forUpdate()
    .executeTakeFirst();
}

/** What this call made of the order's payment status; null when it changed nothing. */
async function applyTo(
  tx: Tables,
  order: OrderRow,
  provider: PaymentProviderName,
  truth: PaymentTruth,
  { mails, rules }: { mails: OrderEmails; rules: SellingRules },
): Promise<PaymentStatus | null> {
  if (order[referenceColumn[provider]] === null) {
    await tx
      .updateTable('orders')
      .set({ [referenceColumn[provider]]: truth.reference })
      .where('id', '=', order.id)
      .execute();
  }
  switch (truth.state) {
    case 'paid': {
      const mismatch =
        findMismatch(order, provider, truth) ??
        (await findProblem(tx, order, provider, truth, rules));
      return mismatch
        ? review(tx, order, provider, truth, mismatch, mails)
        : pay(tx, order, provider, truth, mails);
    }
    case 'expired':
    case 'failed':
      return (await endOrder(tx, order.id, truth.state)) ? truth.state : null;
    default:
      return null;
  }
}

/**
 * Why the right amount does not settle the order: others may have bought or used what an order that
 * had ended gave back, and the payment page may have let the parcel go elsewhere.
 */
async function findProblem(
  tx: Tables,
  order: OrderRow,
  provider: PaymentProviderName,
  truth: PaymentTruth,
  rules: SellingRules,
): Promise<string | null> {
  // One whose page nobody was sent to gave it back as well.
  const mayHaveGivenBack =
    order.payment_status !== 'pending' || order[referenceColumn[provider]] === null;
  if (mayHaveGivenBack && !(await takeStockAgain(tx, order.id))) {
    return 'It was paid late, and is sold out since.';
  }
  if (!goesWhereItWasPricedFor(rules, order, truth.destination)) {
    return 'It is to go where delivery or tax differs from what was paid.';
  }
  if (await mayKeepCode(tx, order, truth.customer.email)) return null;
  return `The discount code ${order.discount_code} was used more often than it allows.`;
}

/** Why this payment can't settle the order as requested, for the team's alert; null when it can. */
function findMismatch(
  order: OrderRow,
  provider: PaymentProviderName,
  truth: PaymentTruth,
): string | null {
  const stored = order[referenceColumn[provider]];
  if (truth.orderId !== order.id) return 'The payment names another order.';
  if (stored !== null && stored !== truth.reference) {
    return 'The order was paid through a second session.';
  }
  if (truth.currency !== order.currency || truth.amountCents !== toCents(order.total_amount)) {
    return `The amount differs: asked ${toCents(order.total_amount)} ${order.currency}, taken ${truth.amountCents} ${truth.currency} (in the smallest unit).`;
  }
  const { parts } = truth;
  if (
    parts &&
    (parts.discountCents !== toCents(order.discount_amount) ||
      parts.deliveryCents !== toCents(order.delivery_amount))
  ) {
    return `The parts differ: discount ${parts.discountCents} and delivery ${parts.deliveryCents} (in the smallest unit) were charged.`;
  }
  return null;
}

/** The order is locked, so what was read of it holds. */
async function pay(
  tx: Tables,
  order: OrderRow,
  provider: PaymentProviderName,
  truth: PaymentTruth,
  mails: OrderEmails,
): Promise<'paid' | null> {
  if (!isUnpaid(order.payment_status)) return null;
  const paid = await tx
    .with('payment', (cte) => paymentInsert(cte, order, provider, truth, 'settled'))
    .updateTable('orders')
    .set({ payment_status: 'paid', paid_at: sql<Date>`now()`, ...collected(order, truth) })
    .where('id', '=', order.id)
    .where('payment_status', 'in', unpaidStatuses)
    .returningAll()
    .executeTakeFirstOrThrow();
  const siblings = await siblingsOf(tx, order);
  await removePaidLines(tx, order, siblings);
  await queuePaidEmails(tx, paid, mails);
  const double = await findDouble(tx, order.id, siblings);
  if (double) {
    const reason = `The same customer has also paid order ${orderNumber(double.id)}, for some of the same products.`;
    await queueAlert(tx, paid, 'double_order', reason, mails);
  }
  if (order.payment_status !== 'pending') {
    await queueAlert(tx, paid, 'late_payment', `It had ${order.payment_status} before.`, mails);
  }
  return 'paid';
}

/** Another paid order for some of the same products, unless the customer agreed to pay twice. */
async function findDouble(
  tx: Tables,
  orderId: string,
  siblings: readonly ShopperOrder[],
): Promise<ShopperOrder | undefined> {
  const paid = siblings.filter((one) => isPaid(one) && !one.payAgain.includes(orderId));
  if (paid.length === 0) return undefined;
  const wanted = await payAgainOf(tx, orderId);
  return paid.find(({ id }) => !wanted.includes(id));
}

/** Customer details from the provider, which replace the order's placeholders. */
function collected(order: OrderRow, { customer }: PaymentTruth) {
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
  truth: PaymentTruth,
  reason: string,
  mails: OrderEmails,
): Promise<'review' | null> {
  const settleable = isUnpaid(order.payment_status);
  const standing = settleable ? 'review' : 'surplus';
  if (!(await insertPayment(tx, order, provider, truth, standing))) return null;
  if (!settleable) {
    await queueAlert(tx, order, 'second_payment', reason, mails);
    return null;
  }
  await tx
    .updateTable('orders')
    .set({
      payment_status: 'review',
      // A payment made for another order carries that customer's address.
      ...(truth.orderId === order.id && collected(order, truth)),
    })
    .where('id', '=', order.id)
    .where('payment_status', 'in', unpaidStatuses)
    .execute();
  if (truth.orderId === order.id) await removePaidLines(tx, order, await siblingsOf(tx, order));
  await queueAlert(tx, order, 'review', reason, mails);
  return 'review';
}

/** False when this payment is already recorded. */
async function insertPayment(
  tx: Tables,
  order: OrderRow,
  provider: PaymentProviderName,
  truth: PaymentTruth,
  standing: 'settled' | 'review' | 'surplus',
): Promise<boolean> {
  const recorded = await paymentInsert(tx, order, provider, truth, standing).executeTakeFirst();
  return recorded !== undefined;
}

function paymentInsert(
  tx: Pick<Tables, 'insertInto'>,
  order: OrderRow,
  provider: PaymentProviderName,
  truth: PaymentTruth,
  standing: 'settled' | 'review' | 'surplus',
) {
  return tx
    .insertInto('payments')
    .values({
      order_id: order.id,
      provider,
      reference: truth.paymentReference ?? truth.reference,
      amount_cents: truth.amountCents,
      currency: truth.currency,
      standing,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'reference']).doNothing())
    .returning('id');
}

function report(
  { log }: OrderContext,
  provider: PaymentProviderName,
  { orderId, paymentStatus }: { orderId: string; paymentStatus: string },
): void {
  const facts = { orderId, provider, paymentStatus };
  if (paymentStatus === 'review') log.error(facts, 'A payment needs manual review.');
  else log.info(facts, 'An order was settled.');
}
