import { X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from '#app/components/ui/link.tsx';

export const mobileMenuId = 'menu';

const entries = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'Products' },
  { to: '/blog', label: 'Blog' },
  { to: '/validity', label: 'Validity' },
  { to: '/about', label: 'About Us' },
  { to: '/contact', label: 'Contact Us' },
  { to: '/cart', label: 'Cart' },
  { to: '/orders', label: 'My Orders' },
];

/**
 * The browser's own popover: opens without any script, Escape and a press beside it close it, and
 * the focus returns to the button.
 */
export function MobileMenu({ accountEntry }: { accountEntry: React.ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);
  const close = (event: React.MouseEvent) => {
    if ((event.target as Element).closest('a, button[data-closes-menu]')) {
      menu.current?.hidePopover();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for its links' presses
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too
    <div
      ref={menu}
      id={mobileMenuId}
      popover="auto"
      data-covers-page
      onClick={close}
      className="menu-popover fixed inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-[min(22rem,100vw)] overflow-y-auto overscroll-contain bg-paper p-0 text-ink"
    >
      <nav aria-label="Menu">
        <div className="flex h-17 items-center justify-between border-b border-line px-5">
          <p className="font-display text-display-sm">Menu</p>
          <button
            type="button"
            popoverTarget={mobileMenuId}
            popoverTargetAction="hide"
            aria-label="Close menu"
            className="-mr-2.5 flex size-11 items-center justify-center"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <ul className="px-5 py-3 divide-y divide-line [&_a]:flex [&_a]:min-h-14 [&_a]:w-full [&_a]:items-center [&_a]:text-lg [&_button]:flex [&_button]:min-h-14 [&_button]:w-full [&_button]:items-center [&_button]:text-lg">
          {entries.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          <li>{accountEntry}</li>
        </ul>
      </nav>
    </div>
  );
}
