import { z } from '#domain/zod.ts';
import { changedFieldLabels } from '../form/name-changes.ts';
import { optionalCountText, readNumber, showCount } from '../form/number-texts.ts';
import type { Batch } from './batch-text.ts';
import type { BatchProofs } from './read-batch.ts';

const dayText = z
  .string()
  .refine((text) => text === '' || /^\d{4}-\d\d-\d\d$/.test(text), 'Enter a date.');

const facts = {
  made_on: dayText,
  best_before: dayText,
  units_made: optionalCountText.refine((text) => text === '' || Number(text) > 0, 'At least 1.'),
  origin: z.string().trim().max(200, 'At most 200 characters.'),
};
const inOrder = ({ made_on, best_before }: { made_on: string; best_before: string }) =>
  made_on === '' || best_before === '' || made_on <= best_before;
const wrongOrder = {
  path: ['best_before'],
  message: 'The best-before date is earlier than the production date.',
};

export const batchValues = z
  .object({
    code: z
      .string()
      .trim()
      .regex(/^[\x20-\x7E]{1,64}$/, 'Enter the code as it is on the lid, such as SH2041.'),
    product_id: z.string().min(1, 'Choose a product.'),
    ...facts,
    note: z.string().trim().max(2000, 'At most 2,000 characters.'),
  })
  .refine(inOrder, wrongOrder);
export type BatchValues = z.infer<typeof batchValues>;

export const correctedFacts = z.object(facts).refine(inOrder, wrongOrder);
export type CorrectedFacts = z.infer<typeof correctedFacts>;

export const emptyBatch: BatchValues = {
  code: '',
  product_id: '',
  made_on: '',
  best_before: '',
  units_made: '',
  origin: '',
  note: '',
};

export function toBatchValues(row: Batch): BatchValues {
  return {
    code: row.code,
    product_id: row.product_id ?? '',
    ...toCorrectedFacts(row),
    note: row.note ?? '',
  };
}

export function toCorrectedFacts(row: BatchProofs['facts']): CorrectedFacts {
  return {
    made_on: row.made_on ?? '',
    best_before: row.best_before ?? '',
    units_made: showCount(row.units_made),
    origin: row.origin ?? '',
  };
}

export function toBatchRow(values: BatchValues) {
  return {
    code: values.code,
    product_id: values.product_id || null,
    ...toBatchFacts(values),
    note: values.note || null,
  };
}

function toBatchFacts(values: CorrectedFacts) {
  return {
    made_on: values.made_on || null,
    best_before: values.best_before || null,
    units_made: readNumber(values.units_made),
    origin: values.origin || null,
  };
}

/** As passports name them. */
const factNames = {
  made_on: 'Made on',
  best_before: 'Best before',
  units_made: 'Units made',
  origin: 'Origin',
} as const;
const factFields = Object.keys(factNames) as (keyof typeof factNames)[];

/** With the names used in passports. */
export function toPassportFacts(values: CorrectedFacts) {
  const { made_on, best_before, units_made, origin } = toBatchFacts(values);
  return { madeOn: made_on, bestBefore: best_before, unitsMade: units_made, origin };
}

/** Which facts differ, in words. */
export function describeChangedFacts(before: CorrectedFacts, after: CorrectedFacts): string[] {
  return changedFieldLabels(toBatchFacts(before), toBatchFacts(after), factNames);
}

/** Applies what was typed here on top of what somebody else has saved. */
export function mergeFacts(
  opened: CorrectedFacts,
  mine: CorrectedFacts,
  theirs: CorrectedFacts,
): CorrectedFacts {
  const typed = factFields.filter((field) => mine[field].trim() !== opened[field]);
  return { ...theirs, ...Object.fromEntries(typed.map((field) => [field, mine[field]])) };
}
