import { fieldName } from '../data/field-label.ts';

/** Names the fields somebody else changed, using the form's labels where the field name is unclear. */
export function changedFieldLabels<V extends object>(
  before: V,
  after: V,
  words: Partial<Record<keyof V & string, string>> = {},
): string[] {
  return (Object.keys(before) as (keyof V & string)[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => words[field] ?? fieldName(field));
}
