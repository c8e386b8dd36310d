import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { pagesShown } from '#app/lib/pages-shown.ts';

interface PagerProps {
  /** Starts at 1. */
  page: number;
  pageSize: number;
  total: number;
  /** Whether there are more than `total`. */
  more?: boolean | undefined;
  onPage: (page: number) => void;
}

const button =
  'flex size-11 items-center justify-center rounded-sm text-sm tabular-nums hover:bg-bone-deep aria-disabled:opacity-40';

/** Which rows are shown, with links to the others (requirements §9.3). */
export function Pager({ page, pageSize, total, more, onPage }: PagerProps) {
  const count = Math.ceil(total / pageSize);
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-2">
      <p className="text-sm text-ink-soft tabular-nums" aria-live="polite">
        {first.toLocaleString('en-US')}–{last.toLocaleString('en-US')} of{' '}
        {describeTotal(total, more)}
      </p>
      {count > 1 ? (
        <nav aria-label="Pages">
          <ul className="flex flex-wrap items-center gap-0.5">
            <li>
              <button
                type="button"
                aria-label="Previous page"
                // Not `disabled`, so that it keeps focus on the first page.
                aria-disabled={page <= 1}
                onClick={() => page > 1 && onPage(page - 1)}
                className={button}
              >
                <ChevronLeft aria-hidden="true" className="size-4.5" />
              </button>
            </li>
            {pagesShown(page, count).map((shown, index) =>
              shown === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: an ellipsis is its place
                <li key={`gap-${index}`} aria-hidden="true" className="px-1 text-ink-soft">
                  …
                </li>
              ) : (
                <li key={shown}>
                  <button
                    type="button"
                    aria-label={`Page ${shown}`}
                    aria-current={shown === page ? 'page' : undefined}
                    onClick={() => onPage(shown)}
                    className={clsx(button, shown === page && 'bg-ink text-paper hover:bg-ink')}
                  >
                    {shown}
                  </button>
                </li>
              ),
            )}
            <li>
              <button
                type="button"
                aria-label="Next page"
                aria-disabled={page >= count}
                onClick={() => page < count && onPage(page + 1)}
                className={button}
              >
                <ChevronRight aria-hidden="true" className="size-4.5" />
              </button>
            </li>
          </ul>
        </nav>
      ) : null}
    </div>
  );
}

export function describeTotal(total: number, more = false): string {
  return `${more ? 'more than ' : ''}${total.toLocaleString('en-US')}`;
}
