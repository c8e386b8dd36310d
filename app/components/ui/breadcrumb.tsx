import { Link } from '#app/components/ui/link.tsx';
import { absolute } from '#app/lib/page-meta.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { StructuredData } from '../structured-data.tsx';

export interface Crumb {
  label: string;
  to: string;
}

/** The whole path to this page; the last crumb is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { origin } = useShop();
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-soft">
      <ol className="-ml-px flex items-center">
        {crumbs.map(({ label, to }, index) =>
          index === crumbs.length - 1 ? (
            // On a narrow screen the page's own name gives way; its heading has it in full.
            <li key={to} aria-current="page" className="min-w-0 truncate py-2 text-ink">
              {label}
            </li>
          ) : (
            <li key={to} className="flex items-center">
              <Link
                to={to}
                prefetch="intent"
                className="inline-flex min-h-11 min-w-11 items-center justify-center underline-offset-4 hover:underline"
              >
                {label}
              </Link>
              <span aria-hidden="true" className="px-2">
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
