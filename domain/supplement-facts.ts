import { z } from './zod.ts';

const row = z.object({
  name: z.string().min(1).max(200),
  /** With its unit, e.g. "300 mg". */
  amount: z.string().max(60),
  /**
   * Share of the daily value, e.g. "15%"; absent where none is established, empty where none
   * applies.
   */
  daily_value: z.string().max(20).nullish(),
});

/** `products.supplement_facts`: the Supplement Facts panel on the label. */
export const supplementFacts = z.object({
  serving_size: z.string().max(120),
  servings: z.string().max(60),
  rows: z.array(row).max(80),
  notes: z.string().max(1000).nullish(),
});

export type SupplementFacts = z.infer<typeof supplementFacts>;

/** Null for anything of another shape, and while it is half filled in: better no panel than half. */
export function readFactsPanel(value: unknown): SupplementFacts | null {
  const facts = readSupplementFacts(value);
  return facts?.serving_size && facts.servings && facts.rows.length > 0 ? facts : null;
}

/** As far as the owner has filled it in; null for anything of another shape. */
export function readSupplementFacts(value: unknown): SupplementFacts | null {
  const parsed = supplementFacts.safeParse(value);
  return parsed.success ? parsed.data : null;
}
