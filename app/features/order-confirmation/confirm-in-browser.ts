import { showToast } from '#app/components/ui/toast.ts';
import { cartStore } from '#app/lib/cart.ts';
import { checkoutAttempts } from '#app/lib/checkout-attempt.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { forgetWalletOrder } from '#app/lib/wallet-order.ts';
import { confirmOrder, type OrderToConfirm } from './confirm-order.ts';
import { confirmedOrders } from './confirmed-orders.ts';

/** Confirms an order that was read as paid, with this browser's cart, notices and memory. */
export function confirmInBrowser(order: OrderToConfirm, publishableKey: string): Promise<void> {
  return confirmOrder(order, {
    confirmed: confirmedOrders,
    show: showToast,
    clearCart() {
      cartStore.clear();
      checkoutAttempts.forget();
      forgetWalletOrder();
    },
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
