import { showToast } from '#app/components/ui/toast.ts';
import { confirmedOrders } from '#app/lib/confirmed-orders.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { removePaidLines } from '#app/lib/remove-paid-lines.ts';
import { readOrderLines } from '#domain/order.ts';
import { confirmOrder, type OrderToConfirm } from './confirm-order.ts';

/** Also after the visitor has left the page: paid lines are removed from the cart in any case. */
export function clearPaidCart({ id, order_items }: OrderToConfirm): void {
  const lines = readOrderLines(order_items);
  removePaidLines(
    id,
    lines.map((line) => ({ id: line.id ?? '', weight: line.weight, quantity: line.quantity })),
  );
}

/** Confirms an order that was read as paid, with this browser's cart, notices and memory. */
export function confirmInBrowser(order: OrderToConfirm, publishableKey: string): Promise<void> {
  return confirmOrder(order, {
    confirmed: confirmedOrders,
    show: showToast,
    clearCart: clearPaidCart,
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
