import { ShoppingBag } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { dismissToasts } from '#app/components/ui/toast.ts';
import { useCart } from '#app/lib/cart.ts';
import { countItems } from '#domain/cart.ts';
import type CartDrawer from './cart-drawer.tsx';

type Drawer = ComponentType<React.ComponentProps<typeof CartDrawer>>;

const loadDrawer = () => import('./cart-drawer.tsx');
/** Ahead of the press; a failure shows when it is pressed. */
const preloadDrawer = () => void loadDrawer().catch(() => {});

/**
 * The header's cart button with the number of pieces. The drawer is fetched on intent. Until the
 * page has come alive, and without JavaScript, the button leads to the cart page.
 */
export function CartButton() {
  const count = countItems(useCart().lines);
  const [Drawer, setDrawer] = useState<Drawer | null>(null);
  const [open, setOpen] = useState(false);

  async function openDrawer(event: React.FormEvent): Promise<void> {
    event.preventDefault();
    try {
      const drawer = await loadDrawer();
      setDrawer(() => drawer.default);
      dismissToasts();
      setOpen(true);
    } catch {
      window.location.assign('/cart');
    }
  }

  return (
    <>
      <form action="/cart" onSubmit={openDrawer}>
        <button
          type="submit"
          aria-haspopup="dialog"
          aria-label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
          onPointerEnter={preloadDrawer}
          onFocus={preloadDrawer}
          className="relative flex size-11 items-center justify-center"
        >
          <ShoppingBag aria-hidden="true" className="size-6" strokeWidth={1.6} />
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
      {Drawer ? <Drawer open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
