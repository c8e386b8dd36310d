import type { ToastNotice } from '#app/components/ui/toast.ts';
import type { createConfirmedOrders } from '#app/lib/confirmed-orders.ts';
import type { FunctionAnswer } from '#app/lib/invoke-function.ts';
import { orderNumber } from '#domain/order.ts';

/** What the confirmation needs to know about an order, whatever its source. */
export interface OrderToConfirm {
  id: string;
  name: string;
  email: string;
  address: string;
  order_items: unknown;
  total_amount: number;
  discount_code?: string | null;
}

export interface Confirming {
  confirmed: ReturnType<typeof createConfirmedOrders>;
  /** Removes what was paid from the cart, once, and ends the checkout attempt. */
  clearCart(order: OrderToConfirm): void;
  sendMail(order: OrderToConfirm): Promise<FunctionAnswer<{ sent: boolean; alreadySent: boolean }>>;
  show(notice: ToastNotice): void;
}

const mailFailure = {
  description: 'But your order has been processed successfully.',
  variant: 'destructive',
} as const;

/**
 * What happens once for an order found to be paid, however often the page is loaded: the cart is
 * cleared, the order confirmed and its email sent (requirements §4.7, success pages; texts §8).
 */
export async function confirmOrder(order: OrderToConfirm, page: Confirming): Promise<void> {
  const { confirmed } = page;
  page.clearCart(order);
  if (confirmed.take(order.id, 'announced')) {
    page.show({ title: 'Order confirmed', description: `Order number ${orderNumber(order.id)}` });
  }
  if (!confirmed.take(order.id, 'mailed')) return;
  const { data, failure } = await page.sendMail(order);
  if (data?.sent || data?.alreadySent) {
    page.show({ title: 'Order confirmation sent' });
    return;
  }
  confirmed.giveBack(order.id, 'mailed');
  page.show({
    title: failure?.status === null ? 'Email sending failed' : "Couldn't send confirmation emails",
    ...mailFailure,
  });
}
