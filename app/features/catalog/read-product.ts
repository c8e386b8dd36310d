import type { RouterContextProvider } from 'react-router';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readOwnJson } from '#app/lib/read-own-json.ts';
import { readRows } from '#app/lib/read-rows.ts';
import { type ProductSummary, type ShownProduct, summarizeProduct } from '#domain/product.ts';
import {
  type BatchSummary,
  type ProductProof,
  type ProductRecall,
  summarizeBatch,
} from '#domain/product-proof.ts';
import { readFactsPanel, type SupplementFacts } from '#domain/supplement-facts.ts';
import { isUuid } from '#domain/uuid.ts';
import { cardColumns } from './read-products.ts';
import { type ProductTestimonial, readTestimonials } from './read-testimonials.ts';

export type ProductAnswer =
  | {
      kind: 'found';
      product: ShownProduct;
      facts: SupplementFacts | null;
      related: ProductSummary[];
      testimonials: ProductTestimonial[];
      /** Undefined if it could not be read. */
      proof: { newest: BatchSummary | null; recalls: ProductRecall[] } | undefined;
    }
  | { kind: 'missing' }
  | { kind: 'failed' };

/** The product with this slug or id, and everything its page shows. */
export async function readProduct(
  context: Readonly<RouterContextProvider>,
  slugOrId: string,
): Promise<ProductAnswer> {
  // The database cannot store such a text and would reject the query.
  if (slugOrId.includes('\0')) return { kind: 'missing' };
  const column = isUuid(slugOrId) ? 'id' : 'slug';
  const found = await readRows(
    context,
    loaderTables(context)
      .from('products')
      .select(`*, related:related_products(${cardColumns})`)
      .eq(column, slugOrId)
      .limit(1),
  );
  if (!found) return { kind: 'failed' };
  const [row] = found;
  if (!row) return { kind: 'missing' };
  const { supplement_facts, related, ...product } = row;
  const [testimonials, proof] = await Promise.all([
    readTestimonials(context, product.name),
    readOwnJson<ProductProof>(context, `/products/${product.id}/batches.json`),
  ]);
  return {
    kind: 'found',
    // A draft, which only its author's preview shows, looks as it will once published.
    product: product.published
      ? product
      : { ...product, buyable: !product.sold_out && product.stock !== 0 },
    facts: readFactsPanel(supplement_facts),
    related: related.map(summarizeProduct),
    testimonials,
    proof: proof
      ? { newest: proof.newest && summarizeBatch(proof.newest), recalls: proof.recalls }
      : undefined,
  };
}
