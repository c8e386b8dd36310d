import { Button, buttonClasses } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import SideDrawer from '#app/components/ui/side-drawer.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { AlsoLike } from './also-like.tsx';
import { CartLines } from './cart-lines.tsx';
import { CartTotals } from './cart-totals.tsx';
import { CatalogNotice } from './catalog-notice.tsx';
import { useCartCheck } from './store/use-cart-check.ts';

interface CartDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The cart drawer, available on every page (requirements §2.8). Loaded on intent. */
export default function CartDrawer({ open, onOpenChange }: CartDrawerProps) {
  const { publishableKey } = useShop();
  const check = useCartCheck(publishableKey, open);
  const close = () => onOpenChange(false);
  const { lines } = check.cart;
  const empty = lines.length === 0;

  return (
    <SideDrawer
      open={open}
      onOpenChange={onOpenChange}
      title="Your cart"
      footer={
        empty ? null : (
          <div className="space-y-4">
            <CartTotals cart={check.cart} compact />
            <div className="grid gap-2">
              <Link
                to="/checkout"
                prefetch="intent"
                onClick={close}
                className={buttonClasses({ size: 'lg' })}
              >
                Checkout
              </Link>
              <Button variant="quiet" onClick={close}>
                Continue Shopping
              </Button>
            </div>
          </div>
        )
      }
    >
      <CartLines lines={lines} onLeave={close} compact />
      {empty ? (
        <div className="flex flex-col items-start gap-6 py-6">
          <p className="font-display text-display-sm">Your cart is empty</p>
          <Link to="/products" onClick={close} className={buttonClasses()}>
            Browse Products
          </Link>
        </div>
      ) : (
        <div className="late-parts">
          <CatalogNotice check={check} />
          {check.catalog === 'reading' ? null : <AlsoLike lines={lines} onLeave={close} />}
        </div>
      )}
    </SideDrawer>
  );
}
