import { openTables } from '#app/lib/open-tables.ts';
import type { Catalog } from '#domain/check-cart.ts';
import { isUuid } from '#domain/uuid.ts';

/**
 * What the catalog says today of the products named; null when it could not be read. Ids that
 * cannot be a product's (a hand-edited cart) are not asked for: that product is simply not there.
 * Not `patient`: says at once when there is no answer, instead of trying for seven seconds.
 */
export async function readCatalog(
  ids: readonly string[],
  publishableKey: string,
  { patient = true } = {},
): Promise<Catalog | null> {
  const missing = new Map(ids.map((id) => [id, null]));
  const wanted = [...missing.keys()].filter((id) => isUuid(id));
  if (wanted.length === 0) return missing;
  try {
    const tables = await openTables(publishableKey);
    const { data } = await tables
      .from('products')
      .select('id, name, slug, price, weight_type, buyable, sold_out, stock, image_url')
      .in('id', wanted)
      .retry(patient);
    return data && new Map([...missing, ...data.map((product) => [product.id, product] as const)]);
  } catch {
    return null;
  }
}
