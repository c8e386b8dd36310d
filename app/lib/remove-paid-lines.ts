import type { PaidLine } from '#domain/cart.ts';
import { announceAccountCart } from './account-cart-news.ts';
import { cartStore } from './cart.ts';
import { checkoutAttempts } from './checkout-attempt.ts';
import { readCheckoutLeft } from './checkout-left.ts';
import { confirmedOrders } from './confirmed-orders.ts';
import { readStoredSession } from './stored-session.ts';
import { clearWalletOrder } from './wallet-order.ts';

/**
 * Takes what an order has paid out of this browser's cart, once per order, and leaves what was
 * added since. Out of an account's cart the server took it when the payment settled: that cart is
 * read again. True the first time.
 */
export function removePaidLines(orderId: string, lines: readonly PaidLine[]): boolean {
  if (!confirmedOrders.take(orderId, 'cart-cleared')) return false;
  const session = readStoredSession();
  const left = readCheckoutLeft();
  // A guest who has since signed in took the cart into the account.
  const byServer = session !== null && (left === null || left.owner === session.userId);
  if (byServer) announceAccountCart();
  else cartStore.takeOut(lines);
  checkoutAttempts.forget();
  clearWalletOrder();
  return true;
}
