import { clsx } from 'clsx';
import { Link } from '#app/components/ui/link.tsx';
import { pageSize, pathOfPage } from '#app/lib/page-number.ts';
import { pagesShown } from '#app/lib/pages-shown.ts';

const link =
  'flex min-h-11 min-w-11 items-center justify-center rounded-sm px-3 text-sm font-semibold tabular-nums hover:bg-bone-deep';

interface PageLinksProps {
  /** The list's path. */
  path: string;
  /** Starts at 1. */
  page: number;
  /** Number of entries in the whole list. */
  total: number;
}

/** Links to the other pages of a list; nothing if there is only one page. */
export function PageLinks({ path, page, total }: PageLinksProps) {
  const last = Math.ceil(total / pageSize);
  if (last <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-16 border-t border-line pt-6">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 ? (
          <li>
            <Link to={pathOfPage(path, page - 1)} rel="prev" prefetch="intent" className={link}>
              Previous
            </Link>
          </li>
        ) : null}
        {pagesShown(page, last).map((shown, index) =>
          shown === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: an ellipsis is its place
            <li key={`gap-${index}`} aria-hidden="true" className="px-1 text-ink-soft">
              …
            </li>
          ) : (
            <li key={shown}>
              <Link
                to={pathOfPage(path, shown)}
                aria-label={`Page ${shown}`}
                aria-current={shown === page ? 'page' : undefined}
                className={clsx(link, shown === page && 'bg-ink text-paper hover:bg-ink')}
              >
                {shown}
              </Link>
            </li>
          ),
        )}
        {page < last ? (
          <li>
            <Link to={pathOfPage(path, page + 1)} rel="next" prefetch="intent" className={link}>
              Next
            </Link>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}
