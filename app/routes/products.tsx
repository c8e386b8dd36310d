import { data } from 'react-router';
import { ProductList } from '#app/features/catalog/product-list.tsx';
import { readProducts } from '#app/features/catalog/read-products.ts';
import { pageMeta, shopOf } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import { freeShippingClaim } from '#domain/free-shipping.ts';
import type { Route } from './+types/products';

export async function loader({ context }: Route.LoaderArgs) {
  const products = await readProducts(context);
  return data({ products: products ?? [] }, { headers: products ? {} : noStore });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const site = shopOf(args)?.site;
  const claim = site ? freeShippingClaim(site) : '';
  return pageMeta(args, {
    title: 'Himalayan Shilajit Resin and Drops | Liv Fit',
    description: `Shilajit resin in 30g jars and drops in 30ml bottles, tested batch by batch, each with a number that you can check.${claim && ` ${claim}.`}`,
    path: '/products',
  });
}

export default function Products({ loaderData }: Route.ComponentProps) {
  return <ProductList products={loaderData.products} />;
}
