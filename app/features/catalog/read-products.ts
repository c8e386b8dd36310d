import type { RouterContextProvider } from 'react-router';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { type ListPage, readListPage } from '#app/lib/read-rows.ts';
import { type ProductSummary, summarizeProduct } from '#domain/product.ts';

/** A page of the products by name, as cards need them; null if they could not be read. */
export async function readProducts(
  context: Readonly<RouterContextProvider>,
  page: number,
): Promise<ListPage<ProductSummary> | null> {
  const read = await readListPage(context, page, (from, to) =>
    loaderTables(context)
      .from('products')
      .select('id, name, slug, price, weight_type, buyable, image_url, image_alts', {
        count: 'exact',
      })
      .order('name')
      .order('id')
      .range(from, to),
  );
  return read && { ...read, entries: read.entries.map(summarizeProduct) };
}
