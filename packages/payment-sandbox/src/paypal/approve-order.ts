import type { PaypalAccount, StoredOrder } from './account.ts';
import { recordEvent } from './events.ts';
import { showOrder } from './orders.ts';
import type { Approval } from './payer-form.ts';

/** Records the payer's approval. Nothing is charged yet: the shop captures the order. */
export function approveOrder(
  account: PaypalAccount,
  stored: StoredOrder,
  { payer, shipping, funding }: Approval,
  base: string,
): StoredOrder {
  const { order } = stored;
  const approved = account.orders.put(order.id, {
    ...stored,
    funding,
    order: {
      ...order,
      status: 'APPROVED',
      payer,
      purchase_units: order.purchase_units.map((unit) => ({
        ...unit,
        ...(shipping && { shipping }),
      })),
      update_time: account.time(),
    },
  });
  recordEvent(account, {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: showOrder(account, approved, base),
    base,
  });
  return approved;
}

/** Whether the payer can still choose how to pay: not approved yet, or declined by the bank. */
export function canBeApproved({ order, funding }: StoredOrder): boolean {
  if (order.status === 'COMPLETED') return false;
  return order.status !== 'APPROVED' || funding === 'declined';
}
