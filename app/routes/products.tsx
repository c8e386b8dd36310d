import { data } from 'react-router';
import { ProductList } from '#app/features/catalog/product-list.tsx';
import { readChoice } from '#app/features/catalog/read-choice.ts';
import { readProducts, readTags } from '#app/features/catalog/read-products.ts';
import { NotFound } from '#app/features/errors/not-found.tsx';
import { appContext } from '#app/lib/app-context.ts';
import { listMeta } from '#app/lib/list-meta.ts';
import { loadList } from '#app/lib/load-list.ts';
import type { PageHandle } from '#app/lib/page-handle.ts';
import { shopOf } from '#app/lib/page-meta.ts';
import { pageTexts } from '#app/lib/page-texts.ts';
import { noStore } from '#app/lib/read-rows.ts';
import { productsPath } from '#domain/product-sort.ts';
import type { Route } from './+types/products';

export const handle: PageHandle = { reads: ['page', 'sort', 'tag'], keepsEach: true };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { site } = context.get(appContext);
  const choice = readChoice(request, site.productOrder);
  if (!choice) return data(null, { status: 404 });
  const initial = site.productOrder ?? 'name';
  const path = productsPath(choice, initial);
  const [list, tags] = await Promise.all([
    loadList(request, (page) => readProducts(context, page, choice), path),
    readTags(context),
  ]);
  const unread = list.init?.headers !== undefined;
  // A tag that no product has: otherwise made-up tags would fill the cache.
  const unknownTag = choice.tag !== null && list.data?.total === 0 && !unread;
  if (!list.data || unknownTag) return data(null, { status: 404 });
  return data(
    { list: list.data, choice, initial, tags: tags ?? [], words: pageTexts(context, 'products') },
    { headers: unread || !tags ? noStore : {} },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const claim = shopOf(args)?.shippingClaim;
  const { list, choice, initial = 'name' } = args.loaderData ?? {};
  const tag = choice?.tag ?? null;
  const about = {
    title: tag ? `Products: ${tag} | {name}` : 'Himalayan Shilajit Resin and Drops | {name}',
    description: `Shilajit resin in 30g jars and drops in 30ml bottles, tested batch by batch, each with a number that you can check.${claim ? ` ${claim}.` : ''}`,
    // Every sort order shows the same products, so search engines should index only one.
    path: productsPath({ sort: initial, tag }, initial),
    orderedPath: productsPath({ sort: choice?.sort ?? initial, tag }, initial),
  };
  return listMeta(args, about, list);
}

export default function Products({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <ProductList {...loaderData} />;
  return (
    <NotFound
      title="No such page"
      text="The list of products ends before it."
      to="/products"
      action="Back to Products"
    />
  );
}
