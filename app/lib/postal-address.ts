import type { PostalParty } from '#domain/settings.ts';

/**
 * schema.org PostalAddress of a party's lines: the last line is the country, the one before it the
 * place, whatever precedes the street.
 */
export function postalAddress({ lines }: PostalParty) {
  return {
    '@type': 'PostalAddress' as const,
    streetAddress: lines.slice(0, -2).join(', '),
    addressLocality: lines.at(-2) ?? '',
    addressCountry: lines.at(-1) ?? '',
  };
}
