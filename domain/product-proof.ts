import {
  describeResult,
  describeShare,
  type PassportResult,
  shareOfLimit,
} from './batch-passport.ts';
import { formatDate } from './content-date.ts';

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

/** What the page of a product shows of a batch, in words, so that browsers need none of these rules. */
export interface BatchSummary {
  code: string;
  /** By whom and when. */
  tested: string;
  /** How many results there are; `closest` are those that come closest to their limits. */
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
