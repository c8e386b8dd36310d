/**
 * Label sheets with their manufacturers' dimensions; `page` names the rule in admin.css that lays
 * them out.
 */
export const labelSheets = {
  'avery-5160': { label: 'Avery 5160 (30 a page, letter)', perPage: 30 },
  'avery-l7160': { label: 'Avery L7160 (21 a page, A4)', perPage: 21 },
} as const;
export type LabelSheet = keyof typeof labelSheets;

/** Splits labels into pages; the first page starts after the labels already used (null). */
export function toPages<T>(labels: readonly T[], perPage: number, used = 0): (T | null)[][] {
  const places = [...Array.from({ length: used }, () => null), ...labels];
  return Array.from({ length: Math.ceil(places.length / perPage) }, (_, page) =>
    places.slice(page * perPage, (page + 1) * perPage),
  );
}
