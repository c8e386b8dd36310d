import { NavLink } from 'react-router';
import { Link } from '#app/components/ui/link.tsx';
import { MenuIcon } from '#app/components/ui/shop-icons.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { Logo } from './logo.tsx';
import { MobileMenu, mobileMenuId, openMobileMenu } from './mobile-menu.tsx';

interface SiteHeaderProps {
  search: React.ReactNode;
  /** The cart button with its badge. */
  cart: React.ReactNode;
  /** Sign In for a guest, the account's menu for a customer. */
  account: React.ReactNode;
  /** The last entry of the mobile menu: Sign In or Sign Out. */
  accountEntry: React.ReactNode;
}

const links = ['products', 'blog', 'about', 'contact'] as const;

export function SiteHeader({ search, cart, account, accountEntry }: SiteHeaderProps) {
  const { shippingClaim, words, menus } = useShop();
  const entries = menus.main ?? links.map((name) => ({ to: `/${name}`, label: words[name] }));
  return (
    <>
      {/* Only its lower row sticks: the claim above scrolls away. */}
      <header className="sticky -top-11 z-30 md:-top-9">
        <div className="on-dark flex h-11 items-center justify-between gap-4 bg-ink px-[clamp(1.125rem,4vw,3rem)] text-xs font-medium text-bone md:h-9 md:justify-center">
          <p>{shippingClaim}</p>
          <Link
            to="/validity"
            className="flex min-h-11 items-center whitespace-nowrap underline underline-offset-4 md:hidden"
          >
            {words.verify}
          </Link>
        </div>
        <div className="border-b border-line bg-bone">
          <div className="page-width flex h-17 items-center justify-between gap-4">
            <div className="flex items-center gap-1 lg:gap-9">
              <button
                type="button"
                popoverTarget={mobileMenuId}
                onClick={openMobileMenu}
                aria-haspopup="dialog"
                aria-label="Menu"
                className="-ml-3 flex size-11 items-center justify-center lg:hidden"
              >
                <MenuIcon />
              </button>
              <Logo />
              <nav aria-label="Main" className="hidden lg:block">
                <ul className="flex">
                  {entries.map(({ to, label }) => (
                    <li key={to}>
                      <NavLink
                        to={to}
                        data-prefetch="intent"
                        className="flex min-h-11 items-center px-3.5 text-sm font-medium underline-offset-[0.45em] hover:underline aria-[current=page]:underline"
                      >
                        {label}
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </nav>
            </div>
            <div className="header-tools">
              <Link
                to="/validity"
                prefetch="intent"
                className="hidden min-h-11 items-center px-3 text-sm font-semibold text-pine underline-offset-[0.45em] hover:underline md:flex"
              >
                {words.verify}
              </Link>
              <div className="-ml-3 hidden lg:block">{account}</div>
              <div>
                {search}
                {cart}
              </div>
            </div>
          </div>
        </div>
      </header>
      <MobileMenu accountEntry={accountEntry} />
    </>
  );
}

/** Above the checkout: a link home and the cart. */
export function CheckoutHeader({ cart }: Pick<SiteHeaderProps, 'cart'>) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bone">
      <div className="page-width flex h-17 items-center justify-between gap-4">
        <Logo />
        {cart}
      </div>
    </header>
  );
}
