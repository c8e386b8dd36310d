import { analyteKey, type BatchLimit } from '#domain/batch-limits.ts';
import type { PassportResult } from '#domain/batch-passport.ts';
import { z } from '#domain/zod.ts';
import type { BatchResult, BatchReview } from './read-batch.ts';

export const panels = [
  { value: 'heavy metals', label: 'Heavy metals' },
  { value: 'microbiology', label: 'Microbiology' },
  { value: 'identity', label: 'Identity' },
  { value: 'other', label: 'Other' },
] as const;

export const qualifiers = [
  { value: '=', label: 'equals' },
  { value: '<', label: 'less than' },
  { value: 'not detected', label: 'not detected' },
] as const;

const numberText = z
  .string()
  .trim()
  .refine((text) => /^(\d{1,12}(\.\d{1,12})?)?$/.test(text), 'Enter a number such as 0.08.');

const resultRow = z
  .object({
    is_stored: z.boolean().optional(),
    analyte: z.string().trim().max(100, 'At most 100 characters.'),
    panel: z.enum(['heavy metals', 'microbiology', 'identity', 'other']),
    qualifier: z.enum(['=', '<', 'not detected']),
    value: numberText,
    unit: z.string().trim().max(40, 'At most 40 characters.'),
    limit_value: numberText,
    limit_source: z.string().trim().max(200, 'At most 200 characters.'),
    method: z.string().trim().max(200, 'At most 200 characters.'),
  })
  .superRefine((row, context) => {
    if (!isFilledIn(row) && row.is_stored) {
      context.addIssue({
        code: 'custom',
        path: ['value'],
        message: 'Enter the value, or remove the row.',
      });
    }
    if (isFilledIn(row) && row.analyte === '') {
      context.addIssue({ code: 'custom', path: ['analyte'], message: 'Enter what was measured.' });
    }
  });
export type ResultRow = z.infer<typeof resultRow>;

export const resultValues = z
  .object({ rows: z.array(resultRow) })
  .superRefine(({ rows }, context) => {
    const seen = new Set<string>();
    rows.forEach(({ analyte }, index) => {
      const key = analyteKey(analyte);
      if (key && seen.has(key)) {
        context.addIssue({
          code: 'custom',
          path: ['rows', index, 'analyte'],
          message: 'There is already a row for this.',
        });
      }
      seen.add(key);
    });
  });
export type ResultValues = z.infer<typeof resultValues>;

export const emptyResult: ResultRow = {
  is_stored: false,
  analyte: '',
  panel: 'other',
  qualifier: '=',
  value: '',
  unit: '',
  limit_value: '',
  limit_source: '',
  method: '',
};

/** Whether a row has a result; the others are still waiting for a value. */
export function isFilledIn({ qualifier, value }: Pick<ResultRow, 'qualifier' | 'value'>): boolean {
  return qualifier === 'not detected' || value !== '';
}

/** The stored results, then an empty row for each other analyte the product requires. */
export function toResultValues(results: readonly BatchResult[], review: BatchReview): ResultValues {
  const stored = results.map(
    (row): ResultRow => ({
      is_stored: true,
      analyte: row.analyte,
      panel: row.panel as ResultRow['panel'],
      qualifier: row.qualifier as ResultRow['qualifier'],
      value: row.value === null ? '' : String(row.value),
      unit: row.unit,
      limit_value: row.limit_value === null ? '' : String(row.limit_value),
      limit_source: row.limit_source ?? '',
      method: row.method ?? '',
    }),
  );
  const there = new Set(stored.map(({ analyte }) => analyteKey(analyte)));
  const missing = review.needed
    .filter((analyte) => !there.has(analyteKey(analyte)))
    .map((analyte): ResultRow => {
      const limit = limitOf(analyte, review.limits);
      return {
        ...emptyResult,
        analyte,
        ...(limit && {
          panel: limit.panel,
          unit: limit.unit,
          limit_value: String(limit.limit),
          limit_source: limit.source,
        }),
      };
    });
  return { rows: [...stored, ...missing] };
}

export function limitOf(analyte: string, limits: readonly BatchLimit[]): BatchLimit | undefined {
  return limits.find((limit) => analyteKey(limit.analyte) === analyteKey(analyte));
}

/** Same rule as in the database (`batch_results.passes`); null if there is no limit to compare with. */
export function isWithinLimit({ qualifier, value, limit_value }: ResultRow): boolean | null {
  if (qualifier === 'not detected') return true;
  if (value === '' || limit_value === '') return null;
  return Number(value) <= Number(limit_value);
}

export function toResultRow(row: ResultRow) {
  return {
    analyte: row.analyte,
    panel: row.panel,
    qualifier: row.qualifier,
    value: row.qualifier === 'not detected' || row.value === '' ? null : Number(row.value),
    unit: row.unit,
    limit_value: row.limit_value === '' ? null : Number(row.limit_value),
    limit_source: row.limit_source || null,
    method: row.method || null,
  };
}

/** In the form that `correct-batch` expects. */
export function toCorrectedResult(row: ResultRow) {
  const { limit_value, limit_source, ...result } = toResultRow(row);
  return { ...result, limitValue: limit_value, limitSource: limit_source };
}

/** In the form that passports use. */
export function toPassportResult(row: ResultRow): PassportResult {
  const { limitValue, ...result } = toCorrectedResult(row);
  return { ...result, limit: limitValue, passes: null };
}

/** As a release signs it. */
export function toSignedResult({ limit_value, limit_source, ...row }: BatchResult) {
  const { analyte, panel, value, qualifier, unit, method } = row;
  return {
    analyte,
    panel,
    value,
    qualifier,
    unit,
    limit: limit_value,
    limitSource: limit_source,
    method,
  };
}

/** What was measured, once it is stored. */
export function toStored({ rows }: ResultValues): ResultValues {
  return { rows: rows.map((row) => ({ ...row, is_stored: isFilledIn(row) })) };
}

/** The indexes of rows that are stored by now and do not know it, since they are being typed in. */
export function findStored({ rows }: ResultValues, saved: ResultValues): number[] {
  const stored = byAnalyte(saved);
  return rows.flatMap(({ analyte, is_stored }, index) =>
    !is_stored && stored.get(analyteKey(analyte))?.is_stored ? [index] : [],
  );
}

/** Which results differ, by analyte. */
export function describeChangedResults(before: ResultValues, after: ResultValues): string[] {
  const [was, is] = [before, after].map(
    ({ rows }) =>
      new Map(
        rows.filter(isFilledIn).map((row) => {
          const result = toResultRow(row);
          return [analyteKey(row.analyte), { name: row.analyte, told: JSON.stringify(result) }];
        }),
      ),
  );
  const keys = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...keys]
    .filter((key) => was?.get(key)?.told !== is?.get(key)?.told)
    .map((key) => is?.get(key)?.name ?? was?.get(key)?.name ?? key);
}

/** Applies the rows changed, added or removed here to what somebody else has saved. */
export function mergeResults(
  opened: ResultValues,
  mine: ResultValues,
  theirs: ResultValues,
): ResultValues {
  const before = byAnalyte(opened);
  const here = byAnalyte(mine);
  const there = byAnalyte(theirs);
  const isOpened = (row: ResultRow) => isSame(before.get(analyteKey(row.analyte)), row);
  const rows = theirs.rows.flatMap((row) => {
    const own = here.get(analyteKey(row.analyte));
    if (own) return [isOpened(own) ? row : { ...own, is_stored: row.is_stored }];
    // Removed here; it stays removed unless somebody else has changed it.
    return isOpened(row) ? [] : [row];
  });
  const added = mine.rows.filter((row) => !there.has(analyteKey(row.analyte)) && !isOpened(row));
  return { rows: [...rows, ...added.map((row) => ({ ...row, is_stored: false }))] };
}

function byAnalyte({ rows }: ResultValues): Map<string, ResultRow> {
  return new Map(rows.map((row) => [analyteKey(row.analyte), row]));
}

const resultFields = Object.keys(emptyResult).filter((field) => field !== 'is_stored');

/** Spaces that somebody typed around a text are not stored. */
function isSame(one: ResultRow | undefined, other: ResultRow): boolean {
  const textOf = (row: ResultRow | undefined, field: string) =>
    String(row?.[field as keyof ResultRow] ?? '').trim();
  return resultFields.every((field) => textOf(one, field) === textOf(other, field));
}
