import { Link } from '#app/components/ui/link.tsx';
import type { Overview } from './read-dashboard.ts';

const cards = [
  { count: 'products', label: 'Total Products', to: '/admin/products' },
  { count: 'orders', label: 'Total Orders', to: '/admin/orders' },
  { count: 'contacts', label: 'Contact Messages', to: '/admin/contacts' },
] as const;

/** The three counts (requirements §2.17). */
export function CountCards({ overview }: { overview: Overview | undefined }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-3 sm:gap-5">
      {cards.map(({ count, label, to }) => (
        <li key={count}>
          <Link
            to={to}
            className="flex items-center justify-between gap-4 rounded-md border border-line bg-paper px-4 py-3 transition-colors hover:border-line-strong sm:block sm:p-5"
          >
            <span className="block text-sm text-ink-soft">{label}</span>
            <span className="block min-h-9 sm:mt-1 font-display text-[1.75rem] leading-tight tabular-nums">
              {overview ? overview[count].toLocaleString('en-US') : '–'}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
