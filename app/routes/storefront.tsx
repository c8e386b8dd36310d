import { Outlet, useMatch } from 'react-router';
import { AccountEntry, AccountSlot } from '#app/features/account/account-slot.tsx';
import { AccountSync } from '#app/features/account/account-sync.tsx';
import { CartButton } from '#app/features/cart/cart-button.tsx';
import { DiscountLink } from '#app/features/cart/discount-link.tsx';
import { PaidCartWatch } from '#app/features/checkout/paid-cart-watch.tsx';
import { FocusOnNavigation, NavigationProgress } from '#app/features/layout/navigation-state.tsx';
import { CheckoutFooter, SiteFooter } from '#app/features/layout/site-footer.tsx';
import { CheckoutHeader, SiteHeader } from '#app/features/layout/site-header.tsx';
import { SearchButton } from '#app/features/search/search-button.tsx';

/** The layout of every public page. */
export default function Storefront() {
  // Nothing there leads away from paying.
  const checkout = useMatch('/checkout') !== null;
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 bg-paper font-semibold text-ink shadow-lift focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-5 focus:py-3"
      >
        Skip to content
      </a>
      <NavigationProgress />
      {checkout ? (
        <CheckoutHeader cart={<CartButton />} />
      ) : (
        <SiteHeader
          search={<SearchButton />}
          cart={<CartButton />}
          account={<AccountSlot />}
          accountEntry={<AccountEntry />}
        />
      )}
      {/* With the other header it counts as a new page, so that this is not a layout shift. */}
      <main key={String(checkout)} id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
        <Outlet />
      </main>
      <FocusOnNavigation target="content" />
      {checkout ? <CheckoutFooter /> : <SiteFooter />}
      <DiscountLink />
      <AccountSync />
      <PaidCartWatch />
    </>
  );
}
