import { showToast } from '#app/components/ui/toast.ts';
import { maxQuantity } from '#domain/cart.ts';
import { cartStore } from './store/cart-store.ts';

const actions = [
  { label: 'View cart', to: '/cart' },
  { label: 'Checkout', to: '/checkout' },
] as const;

/** Shown if browser storage is full or refused. */
export const unsavedCart =
  'Your browser can’t save your cart: closing or reloading this page empties it.';

/** Requirements §8, "Add to cart", with its two links. */
export function notifyAdded(name: string): void {
  showToast({
    title: 'Added to cart',
    description: `${name} has been added to your cart.${cartStore.getSnapshot().unsaved ? ` ${unsavedCart}` : ''}`,
    actions,
  });
}

export function notifyFull(name: string): void {
  showToast({
    title: `Your cart contains ${maxQuantity} of ${name}`,
    description: `Maximum ${maxQuantity} per product.`,
    actions,
  });
}
