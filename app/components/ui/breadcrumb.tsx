import { clsx } from 'clsx';
import { Link } from '#app/components/ui/link.tsx';
import { absolute } from '#app/lib/page-meta.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { StructuredData } from '../structured-data.tsx';
import { BackIcon } from './shop-icons.tsx';

export interface Crumb {
  label: string;
  to: string;
}

interface BreadcrumbProps {
  crumbs: readonly Crumb[];
  /** On phones, shows only the link back: the page's own heading follows directly. */
  short?: boolean;
}

/** The full path to this page; the last crumb is the page itself. */
export function Breadcrumb({ crumbs, short = false }: BreadcrumbProps) {
  const { origin } = useShop();
  const back = crumbs.length - 2;
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-soft">
      <ol className="-ml-px flex items-center">
        {crumbs.map(({ label, to }, index) =>
          index === crumbs.length - 1 ? (
            // On a narrow screen the page's own name is truncated; the heading shows it in full.
            <li
              key={to}
              aria-current="page"
              className={clsx('min-w-0 truncate py-2 text-ink', short && 'max-md:hidden')}
            >
              {label}
            </li>
          ) : (
            <li
              key={to}
              className={clsx('flex items-center', short && index !== back && 'max-md:hidden')}
            >
              {short && index === back ? <BackIcon className="-ml-1.5 size-5 md:hidden" /> : null}
              <Link
                to={to}
                prefetch="intent"
                className="-mx-2 inline-flex min-h-11 items-center px-2 underline-offset-4 hover:underline"
              >
                {label}
              </Link>
              <span aria-hidden="true" className={clsx('px-2', short && 'max-md:hidden')}>
                /
              </span>
            </li>
          ),
        )}
      </ol>
      <StructuredData
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: crumbs.map(({ label, to }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: label,
            item: absolute(origin, to),
          })),
        }}
      />
    </nav>
  );
}
