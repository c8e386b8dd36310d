import type { RouterContextProvider } from 'react-router';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readRows } from '#app/lib/read-rows.ts';
import {
  type Product,
  type ProductSummary,
  relatedProducts,
  summarizeProduct,
} from '#domain/product.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How many other products a page suggests. */
const relatedCount = 3;
/** And among how many it looks for them. */
const relatedAmong = 60;

export type ProductAnswer =
  | { kind: 'found'; product: Product; related: ProductSummary[] }
  | { kind: 'missing' }
  | { kind: 'failed' };

/** The product with this slug, or with this id, and what goes with it. */
export async function readProduct(
  context: Readonly<RouterContextProvider>,
  slugOrId: string,
): Promise<ProductAnswer> {
  const tables = loaderTables(context);
  const column = uuid.test(slugOrId) ? 'id' : 'slug';
  const [found, catalogue] = await Promise.all([
    readRows(context, tables.from('products').select('*').eq(column, slugOrId).limit(1)),
    readRows(
      context,
      tables
        .from('products')
        .select('id, name, slug, price, weight_type, sold_out, image_url, tags')
        .order('name')
        .limit(relatedAmong),
    ),
  ]);
  if (!found) return { kind: 'failed' };
  const product = found[0];
  if (!product) return { kind: 'missing' };
  return {
    kind: 'found',
    product,
    related: relatedProducts(product, catalogue ?? [], relatedCount).map(summarizeProduct),
  };
}
