import { createHash, randomUUID } from 'node:crypto';
import type { OrderInput } from '#domain/checkout-request.ts';
import { toDestination } from '#domain/delivery.ts';
import type { SeenTotal } from '#domain/manual-order.ts';
import { toDecimal } from '#domain/money.ts';
import { isPlaceholderAddress, isPlaceholderEmail, toStoredOrderLine } from '#domain/order.ts';
import { shippablePayments } from '#domain/payment-status.ts';
import { shippedStatuses } from '#domain/shipment.ts';
import { createByKey, KeyTaken } from '#server/orders/checkout/create-by-key.ts';
import { orderLines } from '#server/orders/checkout/order-values.ts';
import { quoteCart } from '#server/orders/checkout/quote-cart.ts';
import {
  type Refusal,
  refuseQuote,
  refuseSmall,
  refuseUnseen,
} from '#server/orders/checkout/refuse-order.ts';
import { loadOrderEmails } from '#server/orders/emails/load-order-emails.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { Tables } from '#server/orders/tables.ts';
import type { PaymentProviderName } from '#server/payments/registry.ts';
import { createLinkUrl, queueLinkEmail } from './link-url.ts';
import { toOffer } from './offer.ts';

interface LinkOptions {
  /** How long it is valid. */
  days: number;
  /** Whether to email the customer the link. */
  tell: boolean;
  seen?: SeenTotal;
  /** Idempotency key: the same key returns the same link. */
  key: string;
  placedBy: string | null;
  origin: string;
}

interface Customer {
  name: string;
  email: string;
  phone: string;
  address: string;
}

export type NewLink = LinkOptions &
  (
    | { wish: OrderInput; customer: Customer }
    /** Items to add to an order: with its customer and destination, but without delivery. */
    | { addsTo: string; lines: OrderInput['lines'] }
  );

export type CreatedLink =
  | { kind: 'created'; linkId: string; url: string; expiresAt: Date; emailed: boolean }
  | Refusal
  | {
      kind: 'refused';
      code:
        | 'attempt_conflict'
        | 'order_not_found'
        | 'order_unpaid'
        | 'order_cancelled'
        | 'already_shipped';
      message: string;
    };

const dayMs = 24 * 60 * 60_000;

/** Creates a payment link for an order, or for items added to one, at today's prices. */
export async function createPaymentLink(
  context: OrderContext,
  wanted: NewLink,
): Promise<CreatedLink> {
  const mails = await loadOrderEmails(context);
  const rules = await context.sellingRules();
  const offered = Object.keys(context.providers) as PaymentProviderName[];
  const now = context.now();
  const created = await createByKey(context.db, async (tx): Promise<CreatedLink> => {
    const { key, origin, days, tell, seen, placedBy: _, ...content } = wanted;
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([days, content]))
      .digest('hex');
    const known = await tx
      .selectFrom('payment_links')
      .selectAll()
      .where('request_key', '=', key)
      .executeTakeFirst();
    if (known && known.fingerprint !== fingerprint) {
      return refuse('attempt_conflict', 'This form was already sent with other contents.');
    }
    if (known) {
      const url = await createLinkUrl(tx, known.id, origin);
      const emailed = tell && (known.customer as Partial<Customer> | null)?.email !== '';
      return { kind: 'created', linkId: known.id, url, expiresAt: known.expires_at, emailed };
    }
    const original = 'addsTo' in wanted ? await readOriginal(tx, wanted.addsTo) : null;
    if (original?.kind === 'refused') return original;
    const customer = original ? original.customer : (wanted as { customer: Customer }).customer;
    const wish = original
      ? { ...original.wish, lines: (wanted as { lines: OrderInput['lines'] }).lines }
      : (wanted as { wish: OrderInput }).wish;
    const priced = await quoteCart(
      tx,
      wish,
      { userId: null, browser: null },
      // Added items go into the same parcel.
      original ? { ...rules, zones: [] } : rules,
      now,
    );
    if (priced.kind === 'refused') return priced;
    const { total } = priced.quote.breakdown;
    const refusal =
      refuseQuote(priced) ?? refuseUnseen(total, seen) ?? refuseUnpayable(total, offered);
    if (refusal) return refusal;
    const offer = toOffer(priced, wish.destination);
    const { breakdown } = offer;
    const link = await tx
      .insertInto('payment_links')
      .values({
        id: randomUUID(),
        adds_to: original?.id ?? null,
        customer: JSON.stringify(customer),
        order_items: JSON.stringify(orderLines(offer.lines, breakdown).map(toStoredOrderLine)),
        total_amount: toDecimal(breakdown.total),
        offer: JSON.stringify(offer),
        expires_at: new Date(now.getTime() + days * dayMs),
        request_key: key,
        fingerprint,
      })
      .onConflict((conflict) => conflict.column('request_key').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!link) throw new KeyTaken();
    const emailed = tell && (await queueLinkEmail(tx, link, 'new', mails, origin));
    const url = await createLinkUrl(tx, link.id, origin);
    return { kind: 'created', linkId: link.id, url, expiresAt: link.expires_at, emailed };
  });
  if (created.kind === 'created') {
    const { linkId } = created;
    context.log.info({ linkId, placedBy: wanted.placedBy }, 'A payment link was made.');
  }
  return created;
}

/** No offered provider accepts such a small amount. */
function refuseUnpayable(total: number, offered: readonly PaymentProviderName[]): Refusal | null {
  if (total === 0) {
    const message = 'Nothing is to be paid for this, so it needs no link.';
    return { kind: 'refused', code: 'amount_too_small', message };
  }
  const refusals = offered.map((provider) => refuseSmall(total, provider));
  return refusals.find((refusal) => refusal === null) === null ? null : (refusals[0] ?? null);
}

type Original =
  | { kind: 'original'; id: string; customer: Customer; wish: Omit<OrderInput, 'lines'> }
  | Extract<CreatedLink, { kind: 'refused' }>;

/** An order that items can still be added to: paid and not yet shipped. */
async function readOriginal(tx: Tables, orderId: string): Promise<Original> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('shipments').select('id').where('order_id', '=', orderId)).as('has_left'),
    )
    .where('id', '=', orderId)
    // If someone ships or cancels the order meanwhile, they wait, and then end the link too.
    .forShare()
    .executeTakeFirst();
  if (!order) return refuse('order_not_found', 'This order does not exist.');
  if (order.status === 'cancelled') return refuse('order_cancelled', 'This order is canceled.');
  if (!shippablePayments.includes(order.payment_status)) {
    return refuse('order_unpaid', 'Items can be added to a paid order only.');
  }
  if (order.has_left || shippedStatuses.includes(order.status)) {
    return refuse('already_shipped', 'This order has shipped. Please place a new one.');
  }
  const { ship_country, ship_region, ship_postal_code } = order;
  return {
    kind: 'original',
    id: order.id,
    customer: {
      name: order.name,
      email: isPlaceholderEmail(order.email) ? '' : order.email,
      phone: order.phone,
      address: isPlaceholderAddress(order.address) ? '' : order.address,
    },
    wish: {
      discountCode: '',
      deliveryRateId: null,
      destination:
        ship_country === null ? null : toDestination(ship_country, ship_region, ship_postal_code),
    },
  };
}

function refuse(
  code: Extract<CreatedLink, { kind: 'refused' }>['code'],
  message: string,
): Extract<CreatedLink, { kind: 'refused' }> {
  return { kind: 'refused', code, message } as Extract<CreatedLink, { kind: 'refused' }>;
}
