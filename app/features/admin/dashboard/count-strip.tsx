import { Link } from '#app/components/ui/link.tsx';
import type { Overview } from './read-dashboard.ts';

const counts = [
  { count: 'products', label: 'Total Products', to: '/admin/products' },
  { count: 'orders', label: 'Total Orders', to: '/admin/orders' },
  { count: 'contacts', label: 'Contact Messages', to: '/admin/contacts' },
] as const;

/** The three counts (requirements §2.17) in one row. */
export function CountStrip({ overview }: { overview: Overview | undefined }) {
  return (
    <ul className="grid grid-cols-3 divide-x divide-line rounded-md border border-line bg-paper">
      {counts.map(({ count, label, to }) => (
        <li key={count}>
          <Link
            to={to}
            className="flex h-full min-h-14 flex-col justify-between gap-x-4 px-3 py-2.5 hover:bg-bone sm:flex-row sm:items-center sm:px-5"
          >
            <span className="text-xs text-ink-soft sm:text-sm">{label}</span>
            <span className="min-h-7 font-display text-xl leading-tight tabular-nums sm:text-[1.625rem]">
              {overview ? overview[count].toLocaleString('en-US') : '–'}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
