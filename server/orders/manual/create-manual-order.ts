import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OrderInput } from '#domain/checkout-request.ts';
import type { ManualCustomer, ManualPayment, SeenTotal } from '#domain/manual-order.ts';
import { orderNumber, orderPlaceholders } from '#domain/order.ts';
import { arrivedPayments } from '#domain/payment-status.ts';
import { priceOrder } from '#domain/price-order.ts';
import type { SellingRules } from '#domain/quote-order.ts';
import { createByKey, KeyTaken } from '#server/orders/checkout/create-by-key.ts';
import {
  holdForOrder,
  orderLines,
  type PricedCart,
  pricedColumns,
  recordTaxRates,
} from '#server/orders/checkout/order-values.ts';
import { priceLines } from '#server/orders/checkout/price-lines.ts';
import { quoteCart } from '#server/orders/checkout/quote-cart.ts';
import { type Refusal, refuseQuote, refuseUnseen } from '#server/orders/checkout/refuse-order.ts';
import { loadOrderEmails, type OrderEmails } from '#server/orders/emails/load-order-emails.ts';
import { queuePaidEmails } from '#server/orders/emails/queue-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { setAuditActor } from '#server/orders/set-audit-actor.ts';
import type { Tables } from '#server/orders/tables.ts';

export interface ManualOrder {
  wish: OrderInput;
  customer: ManualCustomer;
  payment: ManualPayment;
  seen?: SeenTotal;
  /** Idempotency key: the same key returns the same order. */
  key: string;
  /** The admin, for the audit log. */
  placedBy: string | null;
}

export type CreatedManualOrder =
  | { kind: 'created'; orderId: string }
  | Refusal
  | {
      kind: 'refused';
      code: 'attempt_conflict' | 'order_not_found' | 'order_unpaid';
      message: string;
    };

/**
 * Places an order for a customer without a payment service: paid outside the shop, or a replacement
 * at no charge. Priced and taken from stock like any order; it can be packed at once.
 */
export async function createManualOrder(
  context: OrderContext,
  wanted: ManualOrder,
): Promise<CreatedManualOrder> {
  const mails = await loadOrderEmails(context);
  const rules = await context.sellingRules();
  const created = await createByKey(context.db, (tx) =>
    createOnce(tx, wanted, { mails, rules, now: context.now() }),
  );
  if (created.kind === 'created') {
    const { orderId } = created;
    context.log.info({ orderId, placedBy: wanted.placedBy }, 'An order was placed by hand.');
  }
  return created;
}

async function createOnce(
  tx: Tables,
  wanted: ManualOrder,
  { mails, rules, now }: { mails: OrderEmails; rules: SellingRules; now: Date },
): Promise<CreatedManualOrder> {
  const { wish, customer, payment, key } = wanted;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([wish, customer, payment]))
    .digest('hex');
  const known = await tx
    .selectFrom('manual_orders')
    .select(['order_id', 'fingerprint'])
    .where('request_key', '=', key)
    .executeTakeFirst();
  if (known) {
    if (known.fingerprint === fingerprint) return { kind: 'created', orderId: known.order_id };
    return refuse('attempt_conflict', 'This form was already sent with other contents.');
  }
  const original = payment.kind === 'replacement' ? await readOriginal(tx, payment.replaces) : null;
  if (original?.kind === 'refused') return original;
  const cart = original
    ? await priceAtNoCharge(tx, wish)
    : await quoteCart(tx, wish, { userId: null, browser: null }, rules, now);
  if (cart.kind === 'refused') return cart;
  const refusal = refuseQuote(cart) ?? refuseUnseen(cart.quote.breakdown.total, wanted.seen);
  if (refusal) return refusal;

  await setAuditActor(tx, wanted.placedBy);
  const orderId = randomUUID();
  const { breakdown } = cart.quote;
  const { currency } = await tx
    .insertInto('orders')
    .values({
      id: orderId,
      user_id: original?.userId ?? null,
      ...customer,
      email: customer.email || orderPlaceholders.email,
      ...pricedColumns(orderLines(cart.lines, breakdown), cart, wish.destination),
    })
    .returning('currency')
    .executeTakeFirstOrThrow();
  const noted = await tx
    .insertInto('manual_orders')
    .values({
      order_id: orderId,
      kind: payment.kind,
      request_key: key,
      fingerprint,
      ...(payment.kind === 'replacement' && {
        replaces: payment.replaces,
        reason: payment.reason,
      }),
    })
    .onConflict((conflict) => conflict.column('request_key').doNothing())
    .returning('order_id')
    .executeTakeFirst();
  if (!noted) throw new KeyTaken();
  await recordTaxRates(tx, orderId, breakdown);
  await holdForOrder(tx, orderId, cart);
  if (payment.kind === 'outside') {
    await tx
      .insertInto('payments')
      .values({
        order_id: orderId,
        provider: payment.paidBy,
        // A single bank transfer may pay for several orders, but each payment needs a unique
        // reference.
        reference: [payment.reference, orderId].filter(Boolean).join(' · '),
        amount_cents: breakdown.total,
        currency,
      })
      .execute();
  }
  const paid = await tx
    .updateTable('orders')
    .set({
      payment_status: 'paid',
      // Nothing was paid for a replacement, so it isn't a sale.
      ...(payment.kind === 'outside' && { paid_at: sql<Date>`now()` }),
    })
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (payment.kind === 'outside' && payment.tell) await queuePaidEmails(tx, paid, mails);
  return { kind: 'created', orderId };
}

type Original = { kind: 'original'; userId: string | null };

/** The order to be replaced: one that was paid for, or another replacement. */
async function readOriginal(
  tx: Tables,
  orderId: string,
): Promise<Original | Extract<CreatedManualOrder, { kind: 'refused' }>> {
  const order = await tx
    .selectFrom('orders')
    .select(['user_id', 'payment_status'])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) return refuse('order_not_found', 'The order to replace does not exist.');
  if (!arrivedPayments.includes(order.payment_status) && order.payment_status !== 'refunded') {
    return refuse('order_unpaid', `Order ${orderNumber(orderId)} was never paid.`);
  }
  return { kind: 'original', userId: order.user_id };
}

/** The same lines and stock, with nothing to pay: no delivery, no tax, no code. */
async function priceAtNoCharge(
  tx: Tables,
  wish: OrderInput,
): Promise<PricedCart | Extract<Refusal, { kind: 'refused' }>> {
  const priced = await priceLines(tx, wish.lines);
  if (priced.kind === 'refused') return priced;
  const lines = priced.lines.map((line) => ({ ...line, priceCents: 0 }));
  const breakdown = priceOrder(
    lines.map(({ id, weight, priceCents, quantity, taxClass }) => ({
      ...{ productId: id, weight, priceCents, quantity, taxClass },
    })),
    { discount: null, deliveryCents: 0, taxes: {} },
  );
  return {
    kind: 'quoted',
    lines,
    counted: priced.counted,
    code: null,
    quote: {
      breakdown,
      rates: [],
      rate: null,
      needsDestination: false,
      countries: [],
      freeDeliveryFrom: null,
      codeApplies: false,
      problems: [],
    },
  };
}

function refuse(
  code: 'attempt_conflict' | 'order_not_found' | 'order_unpaid',
  message: string,
): Extract<CreatedManualOrder, { kind: 'refused' }> {
  return { kind: 'refused', code, message };
}
