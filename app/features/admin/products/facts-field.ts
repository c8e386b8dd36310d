import { readSupplementFacts } from '#domain/supplement-facts.ts';
import { z } from '#domain/zod.ts';
import { field } from './field-kinds.ts';

/** The Supplement Facts panel: serving, ingredients and notes, or nothing. */
export const factsField = field({
  schema: z
    .object({
      serving_size: z.string().trim().max(120, 'At most 120 characters.'),
      servings: z.string().trim().max(60, 'At most 60 characters.'),
      rows: z
        .array(
          z.object({
            name: z.string().trim().min(1, 'Enter the ingredient.').max(200),
            amount: z.string().trim().max(60),
            daily_value: z.string().trim().max(20),
          }),
        )
        .max(80),
      notes: z.string().trim().max(1000, 'At most 1,000 characters.'),
    })
    .refine(({ serving_size, rows }) => rows.length === 0 || serving_size !== '', {
      path: ['serving_size'],
      message: 'Enter the serving size.',
    })
    .refine(({ servings, rows }) => rows.length === 0 || servings !== '', {
      path: ['servings'],
      message: 'Enter the number of servings.',
    }),
  empty: { serving_size: '', servings: '', rows: [], notes: '' },
  read: ({ supplement_facts }) => {
    const facts = readSupplementFacts(supplement_facts);
    return {
      serving_size: facts?.serving_size ?? '',
      servings: facts?.servings ?? '',
      rows: (facts?.rows ?? []).map((row) => ({ ...row, daily_value: row.daily_value ?? '' })),
      notes: facts?.notes ?? '',
    };
  },
  write: (facts) => {
    const { rows, ...texts } = facts;
    const isEmpty = rows.length === 0 && Object.values(texts).every((text) => text === '');
    return { supplement_facts: isEmpty ? null : facts };
  },
});
