import { fieldName } from '../data/field-label.ts';

/** Which fields somebody else changed, by the form's words for them where a field's name says less. */
export function nameChanges<V extends object>(
  before: V,
  after: V,
  words: Partial<Record<keyof V & string, string>> = {},
): string[] {
  return (Object.keys(before) as (keyof V & string)[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => words[field] ?? fieldName(field));
}
