import type { Product as SchemaProduct } from 'schema-dts';
import { absolute } from '#app/lib/page-meta.ts';
import type { Shop } from '#app/lib/use-shop.ts';
import { toCents, toDecimal } from '#domain/money.ts';
import {
  type CardColumns,
  formerPrice,
  type Product,
  productImages,
  productPath,
  writtenAlt,
} from '#domain/product.ts';
import { productSeo, truncate } from '#domain/seo.ts';
import type { OfferTerms } from './offer-terms.ts';

/**
 * schema.org Product with its Offer. The fixed rating is left out: an aggregateRating must be
 * computed from real reviews.
 */
export function productStructuredData(
  product: CardColumns & Pick<Product, 'image_urls'> & Parameters<typeof productSeo>[0],
  { origin, site }: Pick<Shop, 'origin' | 'site'>,
  terms: OfferTerms | null = null,
) {
  const former = formerPrice(product);
  return {
    '@type': 'Product',
    name: product.name,
    description: truncate(productSeo(product, site.brand).description, 500),
    sku: product.id,
    image: productImages(product).map((image) => {
      const url = absolute(origin, image);
      const caption = writtenAlt(product, image);
      return caption ? { '@type': 'ImageObject', url, caption } : url;
    }),
    brand: { '@type': 'Brand', name: site.brand },
    offers: {
      '@type': 'Offer',
      url: absolute(origin, productPath(product)),
      price: toDecimal(toCents(product.price)),
      priceCurrency: 'USD',
      ...(former !== null && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: toDecimal(former),
          priceCurrency: 'USD',
        },
      }),
      availability: `https://schema.org/${product.buyable ? 'InStock' : 'SoldOut'}`,
      itemCondition: 'https://schema.org/NewCondition',
      ...terms,
    },
  } as const satisfies Exclude<SchemaProduct, string>;
}
