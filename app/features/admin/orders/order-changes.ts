import { formatMoney } from '#domain/money.ts';
import { statusLabel } from './order-text.ts';
import type { WholeOrder } from './read-order.ts';
import { refundedCents } from './timeline.ts';

type Seen = Pick<
  WholeOrder['order'],
  'status' | 'payment_status' | 'name' | 'email' | 'phone' | 'address'
>;

const details = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Shipping address',
} as const;

/** What has changed in an order since it was seen, in words: 'Payment: Paid → Refunded'. */
export function describeOrderChanges(seen: Seen, now: Seen): string[] {
  const changes: string[] = [];
  if (seen.payment_status !== now.payment_status) {
    changes.push(
      `Payment: ${statusLabel(seen.payment_status)} → ${statusLabel(now.payment_status)}`,
    );
  }
  if (seen.status !== now.status) {
    changes.push(`Status: ${statusLabel(seen.status)} → ${statusLabel(now.status)}`);
  }
  for (const [field, label] of Object.entries(details) as [keyof typeof details, string][]) {
    if (seen[field] !== now[field]) changes.push(`${label}: ${now[field]}`);
  }
  return changes;
}

/** The same, including refunds. */
export function describeAllOrderChanges(seen: WholeOrder, now: WholeOrder): string[] {
  const before = refundedCents(seen);
  const after = refundedCents(now);
  return [
    ...describeOrderChanges(seen.order, now.order),
    ...(before === after ? [] : [`Refunded: ${formatMoney(before)} → ${formatMoney(after)}`]),
  ];
}
