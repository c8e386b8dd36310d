import { Suspense, useState } from 'react';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { BagIcon } from '#app/components/ui/shop-icons.tsx';
import { dismissToasts } from '#app/components/ui/toast.ts';
import { countItems } from '#domain/cart.ts';
import { useCart } from './store/cart-store.ts';

const CartDrawer = lazyOverlay(() => import('./cart-drawer.tsx'));

/**
 * The header's cart button with the number of pieces. The drawer is loaded on intent. Until
 * hydration, and without JavaScript, the button links to the cart page.
 */
export function CartButton() {
  const count = countItems(useCart().lines);
  const [open, setOpen] = useState<boolean | null>(null);

  function openDrawer(event: React.FormEvent): void {
    event.preventDefault();
    dismissToasts();
    setOpen(true);
  }

  return (
    <>
      <form action="/cart" onSubmit={openDrawer}>
        <button
          type="submit"
          aria-haspopup="dialog"
          aria-label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
          onPointerEnter={CartDrawer.preload}
          onFocus={CartDrawer.preload}
          className="relative flex size-11 items-center justify-center"
        >
          <BagIcon />
          {count > 0 ? (
            <span
              aria-hidden="true"
              data-testid="cart-count"
              className="absolute top-0.5 right-0 flex h-5 min-w-5 items-center justify-center rounded-full bg-resin px-1 text-[0.6875rem] leading-none font-semibold text-paper tabular-nums"
            >
              {count}
            </span>
          ) : null}
        </button>
      </form>
      {open === null ? null : (
        <Suspense fallback={null}>
          <CartDrawer open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
