import { analyteKey, type BatchLimit } from '#domain/batch-limits.ts';
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
    /** Of a stored one. */
    row_id: z.string(),
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
    if (!isFilledIn(row) && row.row_id) {
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
  row_id: '',
  analyte: '',
  panel: 'other',
  qualifier: '=',
  value: '',
  unit: '',
  limit_value: '',
  limit_source: '',
  method: '',
};

/** A row that says something; the others wait for their value. */
export function isFilledIn({ qualifier, value }: Pick<ResultRow, 'qualifier' | 'value'>): boolean {
  return qualifier === 'not detected' || value !== '';
}

/** What is stored, then a row for everything that the product requires besides. */
export function toResultValues(results: readonly BatchResult[], review: BatchReview): ResultValues {
  const stored = results.map(
    (row): ResultRow => ({
      row_id: row.id,
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

/** As the database judges it (`batch_results.passes`); null: there is nothing to compare with. */
export function judge({ qualifier, value, limit_value }: ResultRow): boolean | null {
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
