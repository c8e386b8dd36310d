import { ProductList } from '#app/features/catalog/product-list.tsx';
import { readProducts } from '#app/features/catalog/read-products.ts';
import { NotFound } from '#app/features/errors/not-found.tsx';
import { listMeta } from '#app/lib/list-meta.ts';
import { loadList } from '#app/lib/load-list.ts';
import type { PageHandle } from '#app/lib/page-handle.ts';
import { shopOf } from '#app/lib/page-meta.ts';
import { freeShippingClaim } from '#domain/free-shipping-claim.ts';
import type { Route } from './+types/products';

export const handle: PageHandle = { reads: ['page'], keepsEach: true };

export function loader({ context, request }: Route.LoaderArgs) {
  return loadList(request, (page) => readProducts(context, page));
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const site = shopOf(args)?.site;
  const claim = site ? freeShippingClaim(site) : '';
  const about = {
    title: 'Himalayan Shilajit Resin and Drops | Liv Fit',
    description: `Shilajit resin in 30g jars and drops in 30ml bottles, tested batch by batch, each with a number that you can check.${claim && ` ${claim}.`}`,
    path: '/products',
  };
  return listMeta(args, about, args.loaderData);
}

export default function Products({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <ProductList list={loaderData} />;
  return (
    <NotFound
      title="No such page"
      text="The list of products ends before it."
      to="/products"
      action="Back to Products"
    />
  );
}
