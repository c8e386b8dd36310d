import { data, redirect } from 'react-router';
import { AddToCartButton } from '#app/features/cart/add-to-cart-button.tsx';
import { offerTerms } from '#app/features/catalog/offer-terms.ts';
import { ProductDetail } from '#app/features/catalog/product-detail.tsx';
import { readProduct } from '#app/features/catalog/read-product.ts';
import { NotFound } from '#app/features/errors/not-found.tsx';
import { appContext } from '#app/lib/app-context.ts';
import { pageMeta, shopOf } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import { respondMissingPage } from '#app/lib/respond-missing-page.ts';
import { toCents } from '#domain/money.ts';
import { productPath } from '#domain/product.ts';
import { productSeo, truncate } from '#domain/seo.ts';
import type { Route } from './+types/product';

export async function loader({ context, params }: Route.LoaderArgs) {
  const answer = await readProduct(context, params.slug);
  // The page gets undefined if the product could not be read, null if there is none.
  if (answer.kind === 'failed') return data(undefined, { status: 503, headers: noStore });
  if (answer.kind === 'missing') return respondMissingPage(context, 'product', params.slug);

  const path = productPath(answer.product);
  if (path !== `/product/${params.slug}`) throw redirect(path, 301);
  const { product, facts, related, testimonials, proof } = answer;
  const { site, selling, origin } = context.get(appContext);
  const terms = offerTerms(toCents(product.price), { site, zones: selling.zones, origin });
  // A page that may lack a recall notice must not be cached.
  const headers = proof ? {} : noStore;
  return data({ product, facts, related, testimonials, proof, terms }, { headers });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) {
    return pageMeta(args, {
      title: 'Product Not Found | {name}',
      description: 'This product does not exist or is no longer sold.',
      hidden: true,
    });
  }
  const { product } = args.loaderData;
  const seo = productSeo(product, shopOf(args)?.site.brand);
  return pageMeta(args, {
    title: seo.title,
    description: truncate(seo.description),
    keywords: seo.keywords,
    path: productPath(product),
    image: `/previews/product/${product.slug || product.id}.jpg`,
    imageAlt: product.name,
    type: 'product',
  });
}

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <NotFound
        title="Product Not Found"
        text={
          loaderData === null
            ? 'It may have been renamed, or it is no longer sold.'
            : 'It could not be loaded. Please try again in a moment.'
        }
        to="/products"
        action="Back to Products"
      />
    );
  }
  const { product, facts, related, testimonials, proof, terms } = loaderData;
  return (
    <ProductDetail
      key={product.id}
      product={product}
      facts={facts}
      related={related}
      testimonials={testimonials}
      proof={proof}
      terms={terms}
      addToCart={({ quantity, onAdded, size }) => (
        <AddToCartButton
          product={product}
          stepperQuantity={quantity}
          onAdded={onAdded}
          size={size}
        />
      )}
    />
  );
}
