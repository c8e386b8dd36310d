import { checkoutAttempts } from '#app/lib/checkout-attempt.ts';
import { confirmedOrders } from '#app/lib/confirmed-orders.ts';
import { clearWalletOrder } from '#app/lib/wallet-order.ts';
import type { PaidLine } from '#domain/cart.ts';
import { announceAccountCart, cartStore } from './cart-store.ts';

interface PaidOrder {
  id: string;
  lines: readonly PaidLine[];
  /** The shop removed them from the account's cart when the payment arrived. */
  fromAccount: boolean;
}

/**
 * Removes what an order has paid from this browser's cart, once per order, and leaves what was
 * added since. An account's cart is reloaded instead. True the first time.
 */
export function removePaidLines({ id, lines, fromAccount }: PaidOrder): boolean {
  if (!confirmedOrders.take(id, 'cart-cleared')) return false;
  if (fromAccount) announceAccountCart();
  else cartStore.takeOut(lines);
  checkoutAttempts.forget();
  clearWalletOrder();
  return true;
}
