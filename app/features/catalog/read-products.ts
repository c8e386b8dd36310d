import type { RouterContextProvider } from 'react-router';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readAllRows } from '#app/lib/read-rows.ts';
import { type ProductSummary, summarizeProduct } from '#domain/product.ts';

/** All products by name (requirements §7.1), as cards need them; null if they could not be read. */
export async function readProducts(
  context: Readonly<RouterContextProvider>,
): Promise<ProductSummary[] | null> {
  const rows = await readAllRows(context, (from, to) =>
    loaderTables(context)
      .from('products')
      .select('id, name, slug, price, weight_type, sold_out, image_url, image_alts')
      .order('name')
      .order('id')
      .range(from, to),
  );
  return rows?.map(summarizeProduct) ?? null;
}
