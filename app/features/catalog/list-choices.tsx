import { clsx } from 'clsx';
import { Link } from '#app/components/ui/link.tsx';
import {
  type ProductChoice,
  type ProductSort,
  productSorts,
  productsPath,
  sortLabels,
} from '#domain/product-order.ts';

interface ListChoicesProps {
  choice: ProductChoice;
  /** The order without any choice. */
  initial: ProductSort;
  tags: readonly string[];
}

/** Order and tag of the list, as links, so that they work without scripts and can be sent on. */
export function ListChoices({ choice, initial, tags }: ListChoicesProps) {
  const { sort, tag } = choice;
  // One that few products have is not among the most used.
  const shown = tag === null || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <div className="mb-8 space-y-2 text-sm">
      <Choices label="Sort by">
        {productSorts.map((one) => (
          <Choice
            key={one}
            to={productsPath({ sort: one, tag }, initial)}
            current={one === sort}
            label={sortLabels[one]}
          />
        ))}
      </Choices>
      {shown.length > 0 ? (
        <Choices label="Show">
          <Choice
            to={productsPath({ sort, tag: null }, initial)}
            current={tag === null}
            label="Everything"
          />
          {shown.map((one) => (
            <Choice
              key={one}
              to={productsPath({ sort, tag: one }, initial)}
              current={one === tag}
              label={one}
            />
          ))}
        </Choices>
      ) : null}
    </div>
  );
}

/** Phones show one row, scrolled sideways. */
function Choices({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <nav aria-label={label} className="flex items-start gap-x-2">
      <span aria-hidden="true" className="flex min-h-11 w-14 shrink-0 items-center text-ink-soft">
        {label}
      </span>
      <ul className="flex min-w-0 gap-x-1 max-sm:overflow-x-auto sm:flex-wrap">{children}</ul>
    </nav>
  );
}

function Choice({ to, current, label }: { to: string; current: boolean; label: string }) {
  return (
    <li className="shrink-0">
      <Link
        to={to}
        prefetch="intent"
        preventScrollReset
        aria-current={current ? 'true' : undefined}
        className={clsx(
          'flex min-h-11 items-center rounded-sm px-3 whitespace-nowrap',
          current ? 'font-semibold underline underline-offset-4' : 'hover:bg-bone-deep',
        )}
      >
        {label}
      </Link>
    </li>
  );
}
