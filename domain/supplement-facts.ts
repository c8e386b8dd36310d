import { z } from './zod.ts';

const row = z.object({
  name: z.string().min(1).max(200),
  /** With its unit, e.g. "300 mg". */
  amount: z.string().max(60),
  /** Percent of the daily value, e.g. "15%"; absent if none is established, empty if none applies. */
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

/** Null for any other shape and while it is incomplete: no panel is better than half of one. */
export function readFactsPanel(value: unknown): SupplementFacts | null {
  const facts = readSupplementFacts(value);
  return facts?.serving_size && facts.servings && facts.rows.length > 0 ? facts : null;
}

/** What the owner has filled in so far; null for any other shape. */
export function readSupplementFacts(value: unknown): SupplementFacts | null {
  const parsed = supplementFacts.safeParse(value);
  return parsed.success ? parsed.data : null;
}
