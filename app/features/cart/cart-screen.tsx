import { clsx } from 'clsx';
import { useEffect } from 'react';
import { DeliveryPromise } from '#app/components/delivery-promise.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { AlsoLike } from './also-like.tsx';
import { CartLines } from './cart-lines.tsx';
import { CartTotals } from './cart-totals.tsx';
import { CatalogNotice } from './catalog-notice.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { type CartCheck, useCartCheck } from './store/use-cart-check.ts';

/** The cart page (requirements §2.8). Heading and structure come from the server. */
export function CartScreen() {
  const { publishableKey } = useShop();
  const check = useCartCheck(publishableKey);
  // The state set by the script in the head no longer applies.
  useEffect(() => void delete document.documentElement.dataset.cart, []);
  return (
    <div className="page-width min-h-dvh py-10 sm:py-14">
      <h1 className="text-display">Your cart</h1>
      {/* Rendered by the server and larger than any text that appears later, so the largest paint
          happens early. */}
      <div className="mt-2 max-w-prose [&>p]:text-base lg:mt-3">
        <DeliveryPromise />
      </div>
      <noscript>
        <p className="mt-6 max-w-prose">
          Your cart is stored in your browser and requires JavaScript. Please turn it on to order;
          the rest of the shop works without it.
        </p>
      </noscript>
      <div className="mt-6">
        <Contents check={check} />
      </div>
    </div>
  );
}

/**
 * Until the cart has been read, the empty cart is rendered too (shown if the script in the head
 * knows that it is empty), with space for the lines, which `drawCart` fills.
 */
function Contents({ check }: { check: CartCheck }) {
  const { lines } = check.cart;
  const empty = lines.length === 0;
  return (
    <div
      className={clsx(
        'grid gap-x-16 gap-y-8 lg:items-start',
        !empty && 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]',
      )}
    >
      <div>
        {check.loaded ? (
          <CartLines lines={lines} />
        ) : (
          <>
            <div className="py-8 [@media(scripting:none)]:hidden [html[data-cart]_&]:hidden">
              <Spinner label="Loading your cart" />
            </div>
            <ul
              id="early-lines"
              className="divide-y divide-line"
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: so that React leaves alone what is in it
              dangerouslySetInnerHTML={{ __html: '' }}
            />
          </>
        )}
        {empty ? (
          <div className={clsx(!check.loaded && '[html:not([data-cart=empty])_&]:hidden')}>
            <EmptyCart />
          </div>
        ) : (
          <p className="mt-4 border-t border-line pt-3">
            <Link to="/products" className="text-link inline-flex min-h-11 items-center text-sm">
              Continue Shopping
            </Link>
          </p>
        )}
      </div>
      {empty ? null : (
        <>
          <section
            aria-labelledby="cart-summary"
            className="space-y-5 rounded-md bg-paper p-6 lg:sticky lg:top-28 lg:row-span-2"
          >
            <h2 id="cart-summary" className="text-display-sm">
              Order summary
            </h2>
            <CartTotals cart={check.cart} />
            <div>
              <ButtonLink to="/checkout" size="lg" className="w-full">
                Proceed to Checkout
              </ButtonLink>
              <CatalogNotice check={check} />
            </div>
          </section>
          <div className="min-w-0">
            {check.catalog === 'reading' ? null : <AlsoLike lines={lines} />}
          </div>
        </>
      )}
    </div>
  );
}
