import { ChevronRight } from 'lucide-react';
import { Link } from '#app/components/ui/link.tsx';
import { shippablePayments } from '#domain/payment-status.ts';
import type { Overview } from './read-dashboard.ts';

const matters = [
  {
    count: 'review',
    text: ['payment to review', 'payments to review'],
    to: '/admin/orders?payment=review',
  },
  {
    count: 'disputed',
    text: ['open dispute', 'open disputes'],
    to: '/admin/orders?payment=disputed',
  },
  {
    count: 'to_ship',
    text: ['paid order to ship', 'paid orders to ship'],
    to: `/admin/orders?payment=${shippablePayments.join()}&status=pending,processing`,
  },
  {
    count: 'unanswered',
    text: ['unanswered message', 'unanswered messages'],
    to: '/admin/contacts',
  },
  {
    count: 'low_stock',
    text: ['product low or sold out', 'products low or sold out'],
    to: '/admin/products?stock=low&sort=stock',
  },
  {
    count: 'failed_mails',
    text: ['failed email', 'failed emails'],
    to: '/admin/failed-mails',
  },
] as const;

/** What needs somebody's attention. */
export function AttentionList({ overview }: { overview: Overview | undefined }) {
  const open = overview ? matters.filter(({ count }) => overview.attention[count] > 0) : [];
  return (
    <section aria-label="Needs attention" className="rounded-md border border-line bg-paper">
      <h2 className="border-b border-line px-4 py-3 font-sans text-base font-semibold">
        Needs attention
      </h2>
      {overview && open.length === 0 ? (
        <p className="px-4 py-6 text-sm text-ink-soft">Nothing needs your attention.</p>
      ) : null}
      <ul className="divide-y divide-line">
        {open.map(({ count, text: [one, many], to }) => {
          const waiting = overview?.attention[count] ?? 0;
          return (
            <li key={count}>
              <Link
                to={to}
                className="flex min-h-12 items-center justify-between gap-3 px-4 text-sm hover:bg-bone"
              >
                <span>
                  <span className="font-semibold tabular-nums">
                    {waiting.toLocaleString('en-US')}
                  </span>{' '}
                  {waiting === 1 ? one : many}
                </span>
                <ChevronRight aria-hidden="true" className="size-4 text-ink-soft" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
