import {
  describeResult,
  describeShare,
  type PassportResult,
  shareOfLimit,
} from './batch-passport.ts';
import { formatDate } from './content-date.ts';

/** What a product's page shows about its batches: `/products/{id}/batches.json`. */
export interface ProductProof {
  /** The most recently released batch that is not past its best-before date; null if there is none. */
  newest: NewestBatch | null;
  /** Batches under recall, newest recall first. */
  recalls: ProductRecall[];
}

export interface NewestBatch {
  code: string;
  /** The one named in the newest laboratory document. */
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
  /** Null if batches were marked as recalled without an announcement. */
  announced: { id: string; at: string; reason: string; instructions: string } | null;
}

/** The results closest to their limits, so that the excerpt hides nothing. */
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

/**
 * What a product's page shows about a batch, already in words, so that browsers need none of these
 * rules.
 */
export interface BatchSummary {
  code: string;
  /** By whom and when. */
  tested: string;
  /** How many results there are; `closest` holds those closest to their limits. */
  results: number;
  closest: { analyte: string; text: string; ofLimit: string; share: number }[];
}

export function summarizeBatch({ code, results, laboratory, testedOn }: NewestBatch): BatchSummary {
  return {
    code,
    tested: [laboratory, testedOn && `tested on ${formatDate(new Date(testedOn), 'UTC')}`]
      .filter(Boolean)
      .join(', '),
    results: results.length,
    closest: closestToLimits(results, 3).map(({ result, share }) => ({
      analyte: result.analyte,
      text: describeResult(result),
      ofLimit: share > 0 ? `, ${describeShare(share)} of the limit` : '',
      share,
    })),
  };
}
