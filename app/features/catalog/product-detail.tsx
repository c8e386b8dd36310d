import { useRef, useState } from 'react';
import { StockNote } from '#app/components/lines/stock-note.tsx';
import { StructuredData } from '#app/components/structured-data.tsx';
import { Breadcrumb } from '#app/components/ui/breadcrumb.tsx';
import { buttonClasses } from '#app/components/ui/button.tsx';
import { Link } from '#app/components/ui/link.tsx';
import { useShop } from '#app/lib/use-shop.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import {
  formerPrice,
  type ProductSummary,
  pricePerUnit,
  productImages,
  productPath,
  type ShownProduct,
  shownViews,
  writtenAlt,
} from '#domain/product.ts';
import type { BatchSummary, ProductRecall } from '#domain/product-proof.ts';
import type { SupplementFacts } from '#domain/supplement-facts.ts';
import { BatchExcerpt } from './batch-excerpt.tsx';
import { BuyBar } from './buy-bar.tsx';
import { FormerPrice } from './former-price.tsx';
import { LabelSection } from './label-section.tsx';
import type { OfferTerms } from './offer-terms.ts';
import { ProductAssurances } from './product-assurances.tsx';
import { ProductDescription } from './product-description.tsx';
import { ProductGallery } from './product-gallery.tsx';
import { ProductGrid } from './product-grid.tsx';
import { ProductRating } from './product-rating.tsx';
import { productStructuredData } from './product-structured-data.ts';
import { ProductTestimonials } from './product-testimonials.tsx';
import { QuantityField } from './quantity-field.tsx';
import type { ProductTestimonial } from './read-testimonials.ts';
import { RecallNotice } from './recall-notice.tsx';
import { useCountView } from './use-count-view.ts';

interface ProductDetailProps {
  product: ShownProduct;
  facts: SupplementFacts | null;
  related: readonly ProductSummary[];
  testimonials: readonly ProductTestimonial[];
  proof?: { newest: BatchSummary | null; recalls: readonly ProductRecall[] } | undefined;
  terms: OfferTerms;
  /** Renders the add-to-cart button. */
  addToCart: (button: AddButton) => React.ReactNode;
}

export interface AddButton {
  /** The quantity in the stepper. */
  quantity: number;
  onAdded: () => void;
  size: 'md' | 'lg';
}

export function ProductDetail({
  product,
  facts,
  related,
  testimonials,
  proof,
  terms,
  addToCart,
}: ProductDetailProps) {
  const shop = useShop();
  const [quantity, setQuantity] = useState(1);
  const view_count = useCountView(product.id, product.view_count, shop.publishableKey);
  const buyRow = useRef<HTMLDivElement>(null);
  // By default the page adds one, whatever the stepper shows (requirements §4.2), so the stepper
  // then returns to 1.
  const addsOne = shop.site.addToCartQuantity === 'one';
  const button = (size: AddButton['size']) =>
    addToCart({ quantity, size, onAdded: () => addsOne && setQuantity(1) });

  const priceCents = toCents(product.price);
  const wasCents = formerPrice(product);
  const unit = pricePerUnit(priceCents, product.weight_type);
  const pictures = productImages(product).map((src) => ({
    src,
    alt: writtenAlt(product, src),
    focus: src === product.image_url ? product.image_focus : null,
  }));

  return (
    <div className="page-width pb-16 md:pt-4 md:pb-24">
      <StructuredData data={productStructuredData(product, shop, terms)} />
      <Breadcrumb
        short
        crumbs={[
          { label: 'Home', to: '/' },
          { label: 'Products', to: '/products' },
          { label: product.name, to: productPath(product) },
        ]}
      />
      <RecallNotice recalls={proof?.recalls ?? []} />
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:mt-4 md:grid-cols-2 lg:grid-cols-[1.15fr_1fr] lg:gap-x-14">
        <ProductGallery pictures={pictures} name={product.name} soldOut={!product.buyable} />
        <div className="lg:pt-2">
          <h1 className="text-display">{product.name}</h1>
          <ProductRating
            rating={shop.site.fixedRating}
            views={shownViews({ ...product, view_count })}
          />
          <p className="mt-4 flex flex-wrap items-baseline gap-x-4 md:mt-6">
            <span className="font-display text-display tabular-nums">
              {formatMoney(priceCents)}
            </span>
            {wasCents === null ? null : (
              <span className="text-lg">
                <FormerPrice cents={wasCents} />
              </span>
            )}
            <span className="text-ink-soft">
              {product.weight_type}
              {unit
                ? ` · ${formatMoney(unit.cents)} per ${unitNames[unit.unit] ?? unit.unit}`
                : null}
            </span>
          </p>
          {product.buyable ? (
            <>
              <div ref={buyRow} className="mt-5 flex flex-wrap gap-3 md:mt-7 [&>button]:grow">
                <QuantityField
                  value={quantity}
                  onChange={setQuantity}
                  label={`Quantity of ${product.name}`}
                />
                {button('lg')}
              </div>
              <p role="status" className="mt-2 text-sm text-ink-soft empty:hidden">
                {addsOne && quantity > 1 ? 'Adds one at a time' : null}
              </p>
              <BuyBar
                watched={buyRow}
                image={pictures[0]?.src ?? ''}
                name={product.name}
                priceCents={priceCents}
              >
                {button('md')}
              </BuyBar>
            </>
          ) : (
            <SoldOut name={product.name} hasRelated={related.length > 0}>
              {button('lg')}
            </SoldOut>
          )}
          <StockNote left={product.buyable ? product.stock : null} className="mt-3" />
          <noscript>
            <p className="mt-3 text-sm">Adding to the cart requires JavaScript.</p>
          </noscript>
          <ProductAssurances product={product} />
        </div>
      </div>
      <ProductDescription product={product}>
        {proof?.newest ? <BatchExcerpt batch={proof.newest} weight={product.weight_type} /> : null}
      </ProductDescription>
      <LabelSection product={product} facts={facts} fdaDisclaimer={shop.site.fdaDisclaimer} />
      <ProductTestimonials testimonials={testimonials} />
      {related.length > 0 ? (
        <section id="related" aria-labelledby="related-title" className="mt-16 md:mt-24">
          <h2 id="related-title" className="mb-6 text-display-sm md:mb-8">
            You may also like
          </h2>
          {/* Phones show two per row; a third would be on its own. */}
          <div className="max-md:[&_li:nth-child(3)]:hidden">
            <ProductGrid products={related} emptyMessage="" />
          </div>
        </section>
      ) : null}
    </div>
  );
}

interface SoldOutProps {
  name: string;
  hasRelated: boolean;
  /** The add-to-cart button, which says so. */
  children: React.ReactNode;
}

/** Says why it cannot be bought, and where to go instead. */
function SoldOut({ name, hasRelated, children }: SoldOutProps) {
  return (
    <>
      <p className="mt-5 max-w-prose text-sm text-ink-soft">
        This batch has sold out and the next one is not ready yet.
      </p>
      <div className="mt-5 grid gap-3 sm:grid-cols-2 md:grid-cols-1 xl:grid-cols-2">
        {children}
        <Link
          to={`/contact?about=${encodeURIComponent(name)}`}
          className={buttonClasses({ size: 'lg', variant: 'secondary' })}
        >
          Ask when it will be back
        </Link>
      </div>
      {hasRelated ? (
        <p className="mt-3 text-sm">
          <a href="#related" className="text-link inline-flex min-h-11 items-center">
            See similar products
          </a>
        </p>
      ) : null}
    </>
  );
}

const unitNames: Record<string, string> = { g: 'gram', ml: 'milliliter' };
