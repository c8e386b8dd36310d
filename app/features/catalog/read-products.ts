import type { RouterContextProvider } from 'react-router';
import { appContext } from '#app/lib/app-context.ts';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { type ListPage, readListPage, readRows } from '#app/lib/read-rows.ts';
import { type ProductSummary, summarizeProduct } from '#domain/product.ts';
import type { ProductChoice } from '#domain/product-sort.ts';

/** The columns of a card, for the query. */
export const cardColumns =
  'id, name, slug, price, compare_at_price, weight_type, buyable, image_url, image_urls, image_alts, image_focus' as const;

/** One page of products as cards; null if they could not be read. */
export async function readProducts(
  context: Readonly<RouterContextProvider>,
  page: number,
  choice: Partial<ProductChoice> = {},
): Promise<ListPage<ProductSummary> | null> {
  const read = await readListPage(context, page, (from, to) =>
    orderProducts(context, choice).range(from, to),
  );
  return read && { ...read, entries: read.entries.map(summarizeProduct) };
}

/** The first few products and the total count; null if they could not be read. */
export async function readRange(
  context: Readonly<RouterContextProvider>,
  size: number,
): Promise<ListPage<ProductSummary> | null> {
  let total = 0;
  const rows = await readRows(
    context,
    orderProducts(context, {})
      .range(0, size - 1)
      .then((answer) => {
        total = answer.count ?? 0;
        return answer;
      }),
  );
  return rows && { entries: rows.map(summarizeProduct), total };
}

function orderProducts(context: Readonly<RouterContextProvider>, choice: Partial<ProductChoice>) {
  const { site } = context.get(appContext);
  const { sort = site.productOrder ?? 'name', tag = null } = choice;
  let products = loaderTables(context).from('products').select(cardColumns, { count: 'exact' });
  if (tag !== null) products = products.contains('tags', arrayOf(tag));
  // Once the owner has set an order, buyable products come first in every order.
  if (site.productOrder !== null) products = products.order('buyable', { ascending: false });
  if (sort === 'newest') products = products.order('created_at', { ascending: false });
  else if (sort !== 'name') products = products.order('price', { ascending: sort === 'price' });
  if (sort !== 'newest') products = products.order('name');
  return products.order('id');
}

/** The most common tags of products, most used first; null if they could not be read. */
export async function readTags(context: Readonly<RouterContextProvider>): Promise<string[] | null> {
  const rows = await readRows(context, loaderTables(context).rpc('product_tags'));
  return rows?.map(({ tag }) => tag) ?? null;
}

/** A PostgreSQL array literal with one element: the client does not quote its input. */
function arrayOf(tag: string): string {
  return `{"${tag.replace(/["\\]/g, '\\$&')}"}`;
}
