import type { RouterContextProvider } from 'react-router';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readRows } from '#app/lib/read-rows.ts';
import { type Product, type ProductSummary, summarizeProduct } from '#domain/product.ts';
import { readSupplementFacts } from '#domain/supplement-facts.ts';
import type { LabelTexts } from './label-section.tsx';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type ProductAnswer =
  | { kind: 'found'; product: Product; label: LabelTexts; related: ProductSummary[] }
  | { kind: 'missing' }
  | { kind: 'failed' };

/** The product with this slug, or with this id, and what goes with it. */
export async function readProduct(
  context: Readonly<RouterContextProvider>,
  slugOrId: string,
): Promise<ProductAnswer> {
  // The database can hold no such text, and would refuse the question.
  if (slugOrId.includes('\0')) return { kind: 'missing' };
  const column = uuid.test(slugOrId) ? 'id' : 'slug';
  const found = await readRows(
    context,
    loaderTables(context)
      .from('products')
      .select(
        '*, related:related_products(id, name, slug, price, weight_type, sold_out, image_url, image_alts)',
      )
      .eq(column, slugOrId)
      .limit(1),
  );
  if (!found) return { kind: 'failed' };
  const [row] = found;
  if (!row) return { kind: 'missing' };
  const {
    ingredients,
    directions,
    warnings,
    supplement_facts,
    proposition_65_warning: proposition65,
    related,
    ...product
  } = row;
  const facts = readSupplementFacts(supplement_facts);
  return {
    kind: 'found',
    product,
    label: { ingredients, directions, warnings, proposition65, facts },
    related: related.map(summarizeProduct),
  };
}
