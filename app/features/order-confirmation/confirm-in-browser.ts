import { showToast } from '#app/components/ui/toast.ts';
import { removePaidLines } from '#app/features/cart/store/remove-paid-lines.ts';
import { confirmedOrders } from '#app/lib/confirmed-orders.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { readRecentOrders } from '#app/lib/recent-orders.ts';
import { readStoredSession } from '#app/lib/stored-session.ts';
import { readOrderLines } from '#domain/order.ts';
import { confirmOrder, type OrderToConfirm } from './confirm-order.ts';

/** Each page asks only once per order. */
const asked = new Set<string>();

/**
 * Runs even after the visitor has left the page, so that paid lines are removed from the cart in
 * any case. For a customer, only the shop knows whether they were in the account's cart or still in
 * a guest's when the payment began; if it does not respond, the next page asks again.
 */
export async function clearPaidCart(
  { id, order_items, discount_code }: OrderToConfirm,
  publishableKey: string,
): Promise<void> {
  if (discount_code) void forgetCode(discount_code);
  const lines = readOrderLines(order_items).map((line) => ({
    id: line.id ?? '',
    weight: line.weight,
    quantity: line.quantity,
  }));
  if (!readStoredSession()) {
    removePaidLines({ id, lines, fromAccount: false });
    return;
  }
  if (asked.has(id)) return;
  asked.add(id);
  const orders = await readRecentOrders(publishableKey);
  const fromAccount = orders?.find((order) => order.id === id)?.from_account ?? true;
  if (orders) removePaidLines({ id, lines, fromAccount });
}

/** A used code is not suggested again. */
async function forgetCode(used: string): Promise<void> {
  try {
    const { checkoutChoices } = await import('#app/lib/checkout-choices.ts');
    if (checkoutChoices.get().code.toUpperCase() === used) checkoutChoices.set({ code: '' });
  } catch {
    // Then it stays in the field, where it can be removed.
  }
}

/** Confirms an order found to be paid, with this browser's cart, notices and storage. */
export function confirmInBrowser(order: OrderToConfirm, publishableKey: string): Promise<void> {
  return confirmOrder(order, {
    confirmed: confirmedOrders,
    show: showToast,
    clearCart: (paid) => void clearPaidCart(paid, publishableKey),
    sendMail: ({ id, name, email, address, order_items, total_amount }) =>
      invokeFunction('send-order-email', {
        publishableKey,
        body: {
          orderId: id,
          name,
          email,
          address,
          orderItems: order_items,
          totalAmount: total_amount,
        },
      }),
  });
}
