import { analyteKey, batchLimits, defaultAnalytes } from '#domain/batch-limits.ts';
import { isGtin } from '#domain/gs1-link.ts';
import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import { readNumber } from '../form/number-texts.ts';

export type Requirements = RowOf<'product_requirements'>;

const analyteRow = z.object({
  analyte: z.string(),
  required: z.boolean(),
  limit: z
    .string()
    .trim()
    .refine((text) => /^(\d{1,9}(\.\d{1,9})?)?$/.test(text), 'Enter a number such as 2.5.'),
});

export const requirementValues = z
  .object({
    dose: z
      .string()
      .trim()
      .refine((text) => /^(\d{1,5}(\.\d{1,3})?)?$/.test(text), 'Enter grams, such as 0.5.')
      .refine((text) => text === '' || Number(text) > 0, 'More than 0 g.'),
    gtin: z
      .string()
      .trim()
      .transform((text) => text.replace(/[ -]/g, ''))
      .refine((text) => text === '' || /^(\d{8}|\d{12,14})$/.test(text), {
        message: 'A GTIN has 8, 12, 13 or 14 digits.',
        abort: true,
      })
      .refine((text) => text === '' || isGtin(text), 'The last digit does not fit the others.'),
    analytes: z.array(analyteRow),
    others: z.string(),
  })
  .superRefine(({ dose, analytes, others }, context) => {
    const limits = limitsAt(dose);
    analytes.forEach(({ analyte, limit }, index) => {
      const standard = limits.get(analyte);
      if (limit === '' || !standard || Number(limit) < standard.limit) return;
      context.addIssue({
        code: 'custom',
        path: ['analytes', index, 'limit'],
        message: `Below the default of ${formatLimit(standard.limit)} ${standard.unit}, or empty.`,
      });
    });
    const listed = linesOf(others);
    const known = new Set(defaultAnalytes.map(analyteKey));
    const keys = listed.map(analyteKey);
    const twice = listed.find((_, index) => {
      const key = keys[index] ?? '';
      return known.has(key) || keys.indexOf(key) !== index;
    });
    const message = listed.some((line) => line.length > 100)
      ? 'At most 100 characters a line.'
      : twice
        ? `${twice} is listed already.`
        : listed.length === 0 && !analytes.some(({ required }) => required)
          ? 'A release needs at least one analyte.'
          : null;
    if (message) context.addIssue({ code: 'custom', path: ['others'], message });
  });
export type RequirementValues = z.input<typeof requirementValues>;

/** The default limits for a daily dose as typed, by analyte. */
export function limitsAt(dose: string) {
  const grams = Number(dose);
  const limits = batchLimits(dose.trim() !== '' && grams > 0 ? grams : null);
  return new Map(limits.map((limit) => [limit.analyte, limit]));
}

export function formatLimit(limit: number): string {
  return limit.toLocaleString('en-US', { maximumSignificantDigits: 4 });
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Null if nothing was ever saved, so the shop's own list and limits apply. */
export function toRequirementValues(row: Requirements | null): RequirementValues {
  const wanted = row?.analytes ?? defaultAnalytes;
  const keys = new Set(wanted.map(analyteKey));
  const own = new Map(
    Object.entries((row?.stricter_limits ?? {}) as Record<string, unknown>).map(
      ([analyte, limit]) => [analyteKey(analyte), limit],
    ),
  );
  const known = new Set(defaultAnalytes.map(analyteKey));
  return {
    dose: row?.daily_dose_grams == null ? '' : String(row.daily_dose_grams),
    gtin: row?.gtin ?? '',
    analytes: defaultAnalytes.map((analyte) => ({
      analyte,
      required: keys.has(analyteKey(analyte)),
      limit: String(own.get(analyteKey(analyte)) ?? ''),
    })),
    others: wanted.filter((analyte) => !known.has(analyteKey(analyte))).join('\n'),
  };
}

/** Null in `analytes` means the shop's own list, which may grow. */
export function toRequirementRow({ dose, gtin, analytes, others }: RequirementValues) {
  const wanted = [
    ...analytes.filter(({ required }) => required).map(({ analyte }) => analyte),
    ...linesOf(others),
  ];
  const isDefault = linesOf(others).length === 0 && analytes.every(({ required }) => required);
  return {
    daily_dose_grams: readNumber(dose),
    gtin: gtin || null,
    analytes: isDefault ? null : wanted,
    stricter_limits: Object.fromEntries(
      analytes
        .filter(({ limit }) => limit !== '')
        .map(({ analyte, limit }) => [analyte, Number(limit)]),
    ),
  };
}
