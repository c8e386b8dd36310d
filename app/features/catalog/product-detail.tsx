import { useState } from 'react';
import { StockNote } from '#app/components/lines/stock-note.tsx';
import { StructuredData } from '#app/components/structured-data.tsx';
import { Breadcrumb } from '#app/components/ui/breadcrumb.tsx';
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
import type { SupplementFacts } from '#domain/supplement-facts.ts';
import { FormerPrice } from './former-price.tsx';
import { LabelSection } from './label-section.tsx';
import type { OfferTerms } from './offer-terms.ts';
import { ProductAssurances } from './product-assurances.tsx';
import { ProductDescription } from './product-description.tsx';
import { ProductGallery } from './product-gallery.tsx';
import { ProductGrid } from './product-grid.tsx';
import { ProductRating } from './product-rating.tsx';
import { productStructuredData } from './product-structured-data.ts';
import { QuantityField } from './quantity-field.tsx';
import { useCountView } from './use-count-view.ts';

interface ProductDetailProps {
  product: ShownProduct;
  facts: SupplementFacts | null;
  related: readonly ProductSummary[];
  terms: OfferTerms;
  /** The cart's button, given what the stepper shows. */
  addToCart: (quantity: number) => React.ReactNode;
}

export function ProductDetail({ product, facts, related, terms, addToCart }: ProductDetailProps) {
  const shop = useShop();
  const [quantity, setQuantity] = useState(1);
  const view_count = useCountView(product.id, product.view_count, shop.publishableKey);

  const priceCents = toCents(product.price);
  const wasCents = formerPrice(product);
  const unit = pricePerUnit(priceCents, product.weight_type);
  const pictures = productImages(product).map((src) => ({ src, alt: writtenAlt(product, src) }));

  return (
    <div className="page-width pt-4 pb-24">
      <StructuredData data={productStructuredData(product, shop, terms)} />
      <Breadcrumb
        crumbs={[
          { label: 'Home', to: '/' },
          { label: 'Products', to: '/products' },
          { label: product.name, to: productPath(product) },
        ]}
      />
      <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-8 md:grid-cols-2 lg:grid-cols-[1.15fr_1fr] lg:gap-x-14">
        <ProductGallery pictures={pictures} name={product.name} />
        <div className="lg:pt-2">
          {product.buyable ? null : (
            <p className="mb-4 inline-block rounded-sm bg-ink px-2.5 py-1 text-xs font-semibold text-paper">
              Sold Out
            </p>
          )}
          <h1 className="text-display">{product.name}</h1>
          <ProductRating
            rating={shop.site.fixedRating}
            views={shownViews({ ...product, view_count })}
          />
          <p className="mt-6 flex flex-wrap items-baseline gap-x-4">
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
          {product.buyable ? null : (
            <p className="mt-6 rounded-md border border-line bg-paper p-5 text-sm">
              This batch has sold out and the next one is not ready yet.{' '}
              {related.length > 0 ? (
                <>
                  <a href="#related" className="text-link">
                    See similar products
                  </a>
                  , or{' '}
                </>
              ) : null}
              <Link to="/contact" className="text-link">
                ask us when it will be back
              </Link>
              .
            </p>
          )}
          <div className="mt-7 flex flex-wrap gap-3 [&>button]:grow">
            <QuantityField
              value={quantity}
              onChange={setQuantity}
              label={`Quantity of ${product.name}`}
            />
            {addToCart(quantity)}
          </div>
          <StockNote left={product.buyable ? product.stock : null} className="mt-3" />
          <noscript>
            <p className="mt-3 text-sm">Adding to the cart requires JavaScript.</p>
          </noscript>
          <ProductAssurances />
        </div>
      </div>
      <ProductDescription product={product} />
      <LabelSection product={product} facts={facts} fdaDisclaimer={shop.site.fdaDisclaimer} />
      {related.length > 0 ? (
        <section id="related" aria-labelledby="related-title" className="mt-24">
          <h2 id="related-title" className="mb-8 text-display">
            You may also like
          </h2>
          {/* Phones show two in a row; a third would be alone. */}
          <div className="max-md:[&_li:nth-child(3)]:hidden">
            <ProductGrid products={related} emptyMessage="" />
          </div>
        </section>
      ) : null}
    </div>
  );
}

const unitNames: Record<string, string> = { g: 'gram', ml: 'milliliter' };
