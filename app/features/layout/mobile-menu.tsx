import { useEffect, useRef } from 'react';
import { Link } from '#app/components/ui/link.tsx';
import { CloseIcon } from '#app/components/ui/shop-icons.tsx';
import { useShop } from '#app/lib/use-shop.ts';

export const mobileMenuId = 'menu';

const entries = [
  { to: '/', label: 'home' },
  { to: '/products', label: 'products' },
  { to: '/blog', label: 'blog' },
  { to: '/validity', label: 'validity' },
  { to: '/about', label: 'about_long' },
  { to: '/contact', label: 'contact_long' },
  { to: '/cart', label: 'cart' },
  { to: '/orders', label: 'orders' },
] as const;

/**
 * Opens the menu as a modal dialog, which traps focus until it is closed. For the button's click,
 * whose default action opens the popover, which needs no script and does not trap focus.
 */
export function openMobileMenu(event: React.MouseEvent): void {
  const menu = document.getElementById(mobileMenuId);
  if (!(menu instanceof HTMLDialogElement) || menu.matches(':popover-open')) return;
  event.preventDefault();
  menu.showModal();
}

/**
 * The browser's own dialog, and a popover until hydration. Escape and a click outside close both,
 * and focus returns to the button.
 */
export function MobileMenu({ accountEntry }: { accountEntry: React.ReactNode }) {
  const { words, menus } = useShop();
  const shown = menus.phone ?? entries.map(({ to, label }) => ({ to, label: words[label] }));
  const menu = useRef<HTMLDialogElement>(null);
  const close = ({ target }: React.MouseEvent) => {
    const leaves = (target as Element).closest('a, button[data-closes-menu]');
    // Its content covers the dialog, so a click on the dialog itself is one outside.
    if (!leaves && target !== menu.current) return;
    menu.current?.close();
    menu.current?.hidePopover();
  };

  // Opened before hydration.
  useEffect(() => {
    if (!menu.current?.matches(':popover-open')) return;
    menu.current.hidePopover();
    menu.current.showModal();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too
    <dialog
      ref={menu}
      id={mobileMenuId}
      popover="auto"
      aria-label="Menu"
      data-covers-page
      onClick={close}
      className="menu-popover fixed inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-[min(22rem,100vw)] max-w-none overflow-y-auto overscroll-contain bg-paper p-0 text-ink"
    >
      <nav aria-label="Menu">
        <div className="flex h-17 items-center justify-between border-b border-line px-5">
          <p className="font-display text-display-sm">Menu</p>
          <button
            type="button"
            popoverTarget={mobileMenuId}
            popoverTargetAction="hide"
            data-closes-menu
            aria-label="Close menu"
            className="-mr-2.5 flex size-11 items-center justify-center"
          >
            <CloseIcon className="size-5" strokeWidth={2} />
          </button>
        </div>
        <ul className="px-5 py-3 divide-y divide-line [&_a]:flex [&_a]:min-h-14 [&_a]:w-full [&_a]:items-center [&_a]:text-lg [&_button]:flex [&_button]:min-h-14 [&_button]:w-full [&_button]:items-center [&_button]:text-lg">
          {shown.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          <li>{accountEntry}</li>
        </ul>
      </nav>
    </dialog>
  );
}
