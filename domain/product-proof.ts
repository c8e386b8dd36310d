import { type PassportResult, shareOfLimit } from './batch-passport.ts';

/** What a product's page says of its batches: `/products/{id}/batches.json`. */
export interface ProductProof {
  /** The batch released last that is not past its best-before date; null: there is none. */
  newest: NewestBatch | null;
  /** Batches under recall, newest recall first. */
  recalls: ProductRecall[];
}

export interface NewestBatch {
  code: string;
  /** Of the newest laboratory document. */
  laboratory: string | null;
  testedOn: string | null;
  results: ExcerptResult[];
}

export type ExcerptResult = Pick<
  PassportResult,
  'analyte' | 'value' | 'qualifier' | 'unit' | 'limit'
>;

export interface ProductRecall {
  codes: string[];
  /** Null where batches were marked as recalled and nothing was announced. */
  announced: { id: string; at: string; reason: string; instructions: string } | null;
}

/** The results that come closest to their limits: an excerpt that hides nothing. */
export function closestToLimits(
  results: readonly ExcerptResult[],
  count: number,
): { result: ExcerptResult; share: number }[] {
  return results
    .flatMap((result) => {
      const share = shareOfLimit(result);
      return share === null ? [] : [{ result, share }];
    })
    .sort((one, two) => two.share - one.share)
    .slice(0, count);
}
