import type { PostalParty } from '#domain/settings.ts';

/**
 * A party's lines as schema.org PostalAddress: the last line is the country, the one before it the
 * city, and whatever precedes them the street.
 */
export function postalAddress({ lines }: PostalParty) {
  return {
    '@type': 'PostalAddress' as const,
    streetAddress: lines.slice(0, -2).join(', '),
    addressLocality: lines.at(-2) ?? '',
    addressCountry: lines.at(-1) ?? '',
  };
}
