import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { signOut } from './sign-out.ts';

const entry =
  'flex min-h-11 w-full items-center px-4 text-sm hover:bg-bone-deep focus-visible:bg-bone-deep focus-visible:outline-offset-[-2px]';

/** The signed-in customer's menu (requirements §2.9, header). Loaded once somebody is signed in. */
export default function AccountMenu({ email }: { email: string }) {
  const { publishableKey } = useShop();
  const id = useId();
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) setOpen(false);
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  return (
    <div ref={menu} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 min-w-22 items-center justify-end gap-1 pr-1.5 text-sm font-medium"
      >
        Account
        <ChevronDown aria-hidden="true" className="size-4" />
      </button>
      <div
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-40 w-64 rounded-md border border-line bg-paper py-1.5 shadow-lift"
      >
        <p className="truncate px-4 py-2.5 text-xs text-ink-soft">{email}</p>
        <ul className="border-t border-line pt-1.5">
          <li>
            <Link to="/orders" className={entry} onClick={() => setOpen(false)}>
              My Orders
            </Link>
          </li>
          <li>
            <Link to="/account" className={entry} onClick={() => setOpen(false)}>
              Your account
            </Link>
          </li>
          <li>
            <button type="button" className={entry} onClick={() => void signOut(publishableKey)}>
              Sign out
            </button>
          </li>
        </ul>
      </div>
    </div>
  );
}
