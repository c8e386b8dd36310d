import { Breadcrumb } from '#app/components/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { PageLinks } from '#app/components/ui/page-links.tsx';
import type { LoadedList } from '#app/lib/load-list.ts';
import { useShop } from '#app/lib/use-shop.ts';
import type { ProductSummary } from '#domain/product.ts';
import { type ProductChoice, type ProductSort, productsPath } from '#domain/product-sort.ts';
import type { TextsOf } from '#domain/texts/site-texts.ts';
import { ListChoices } from './list-choices.tsx';
import { ProductGrid } from './product-grid.tsx';

interface ProductListProps {
  list: LoadedList<ProductSummary>;
  choice: ProductChoice;
  /** The default order. */
  initial: ProductSort;
  tags: readonly string[];
  words: TextsOf<'products'>;
}

export function ProductList({ list, choice, initial, tags, words }: ProductListProps) {
  const { entries, page, total } = list;
  const { site, shippingClaim, words: layout } = useShop();
  return (
    <div className="page-width pt-4 pb-24">
      <Breadcrumb
        crumbs={[
          { label: 'Home', to: '/' },
          { label: 'Products', to: '/products' },
        ]}
      />
      <header className="mt-4 mb-10 grid gap-x-16 gap-y-4 md:mb-14 lg:grid-cols-[1.1fr_1fr] lg:items-end">
        <h1 className="text-display">{words.title}</h1>
        <p className="max-w-prose text-ink-soft lg:justify-self-end">{words.intro}</p>
      </header>
      <p className="mb-6 flex flex-wrap justify-between gap-x-8 border-t border-line pt-4 text-sm">
        <span className="font-semibold">
          {total === 1 ? '1 product' : `${total.toLocaleString('en-US')} products`}
        </span>
        <span className="text-ink-soft">{shippingClaim}</span>
      </p>
      {total > 1 || choice.tag !== null ? (
        <ListChoices choice={choice} initial={initial} tags={tags} />
      ) : null}
      <ProductGrid
        products={entries}
        emptyMessage={`No ${site.brand} products available at the moment.`}
        eager={3}
        heading="h2"
      />
      <PageLinks path={productsPath(choice, initial)} page={page} total={total} />
      <section className="mt-24 grid gap-x-16 gap-y-10 border-t border-line pt-12 md:grid-cols-3">
        <Note title={words.kinds_title}>{words.kinds_text}</Note>
        <Note title={words.check_title}>
          {words.check_text}
          <span className="mt-4 block">
            <ButtonLink to="/validity" variant="secondary">
              {layout.verify}
            </ButtonLink>
          </span>
        </Note>
        <Note title={words.shipping_title}>
          {shippingClaim ? `${shippingClaim}. ` : null}
          {site.returnsSummary}
        </Note>
      </section>
      <p className="mt-14 max-w-3xl text-xs text-ink-soft">{site.fdaDisclaimer}</p>
    </div>
  );
}

function Note({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2 className="text-display-sm">{title}</h2>
      <div className="mt-3 text-sm text-ink-soft">{children}</div>
    </div>
  );
}
