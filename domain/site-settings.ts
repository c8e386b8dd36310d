import { isCountry } from './countries.ts';
import { type SiteFacts, siteDefaults } from './site.ts';

/**
 * The site file's defaults with the owner's rows laid over them. A row's key is the fact's name in
 * snake_case. A row of another shape than its default is left out: a slip in the admin must never
 * take the shop down.
 */
export function mergeSiteSettings(
  rows: readonly { key: string; value: unknown }[],
  defaults: SiteFacts = siteDefaults,
): SiteFacts {
  const facts: Record<string, unknown> = { ...defaults };
  for (const { key, value } of rows) {
    const name = key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (Object.hasOwn(defaults, name) && sameShape(defaults[name as keyof SiteFacts], value)) {
      facts[name] = value === false ? null : value;
    }
  }
  // No country left to ship to would end every card payment.
  const countries = (facts.shipsTo as string[]).filter(isCountry);
  facts.shipsTo = countries.length > 0 ? countries : defaults.shipsTo;
  return facts as unknown as SiteFacts;
}

/** Stored countries that no payment can ship to: left out, and to be told to whoever runs the shop. */
export function unknownCountries(rows: readonly { key: string; value: unknown }[]): string[] {
  const stored = rows.find(({ key }) => key === 'ships_to')?.value;
  if (stored === undefined) return [];
  if (!Array.isArray(stored)) return ['not a list'];
  return stored.map(String).filter((code) => !isCountry(code));
}

/**
 * The rating may be switched off, with null or with false (a row cannot hold null through the table
 * interface); everything else keeps its default's shape.
 */
function sameShape(expected: unknown, value: unknown): boolean {
  if (value === false) return isRating(expected);
  if (expected === null || value === null) return isRating(expected) && value === null;
  if (Array.isArray(expected)) {
    return Array.isArray(value) && value.every((item) => sameShape(expected[0], item));
  }
  if (typeof expected !== 'object') return typeof value === typeof expected;
  return (
    typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.entries(expected as object).every(([key, part]) => {
      const given = (value as Record<string, unknown>)[key];
      return sameShape(part, given) || (key === 'schema' && given === null);
    })
  );
}

function isRating(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'count' in value;
}
