import { type PaymentLinkState, stateOfLink } from '#domain/manual-order.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { orderNumber, readOrderLines } from '#domain/order.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

/** A payment link without the token that opens it. */
export type LinkRow = Pick<
  RowOf<'payment_links'>,
  | 'id'
  | 'adds_to'
  | 'customer'
  | 'order_items'
  | 'total_amount'
  | 'expires_at'
  | 'cancelled_at'
  | 'order_id'
  | 'created_at'
>;
export const linkColumns =
  'id, adds_to, customer, order_items, total_amount, expires_at, cancelled_at, order_id, created_at' as const;

export const linkTones = {
  open: 'waiting',
  paid: 'positive',
  canceled: 'neutral',
  expired: 'neutral',
} as const;

export const linkWords: Readonly<Record<PaymentLinkState, string>> = {
  open: 'Waiting for payment',
  paid: 'Paid',
  canceled: 'Canceled',
  expired: 'Expired',
};

export const linkState = (link: LinkRow) => stateOfLink(link, new Date());

/** '2 × Resin 30g, 1 × Drops' */
export function describeItems({ order_items }: LinkRow): string {
  return readOrderLines(order_items)
    .map(({ name, weight, quantity }) => [`${quantity} ×`, name, weight].filter(Boolean).join(' '))
    .join(', ');
}

/** What the person packing an order needs to know about items added to it. */
export function packingNotes(orderId: string, links: readonly LinkRow[]) {
  const notes: { text: string; waits: boolean }[] = [];
  for (const link of links) {
    const state = linkState(link);
    if (link.adds_to === orderId && state === 'open') {
      const total = formatMoney(toCents(link.total_amount));
      notes.push({ text: `Added items wait for payment of ${total}`, waits: true });
    }
    if (link.adds_to === orderId && state === 'paid' && link.order_id) {
      notes.push({ text: `Added items: pack with #${orderNumber(link.order_id)}`, waits: false });
    }
    if (link.order_id === orderId && link.adds_to) {
      notes.push({ text: `Goes with #${orderNumber(link.adds_to)}`, waits: false });
    }
  }
  return notes;
}
