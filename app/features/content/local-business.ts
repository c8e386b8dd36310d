import { postalAddress } from '#app/lib/postal-address.ts';
import type { Shop } from '#app/lib/use-shop.ts';

/** The schema.org days behind the short forms in a value such as "Mo-Fr 09:00-17:00". */
const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** schema.org LocalBusiness from the shop's facts: contact, address and hours. */
export function localBusiness({ origin, site }: Shop) {
  return {
    '@type': 'LocalBusiness' as const,
    '@id': `${origin}/contact#business`,
    name: site.distributor.name,
    url: `${origin}/`,
    image: `${origin}/og-default.jpg`,
    email: site.email,
    telephone: site.phone,
    address: postalAddress(site.distributor),
    openingHoursSpecification: site.hours.flatMap(({ schema }) => openingHours(schema) ?? []),
    parentOrganization: {
      '@type': 'Organization' as const,
      name: site.manufacturer.name,
      address: postalAddress(site.manufacturer),
    },
  };
}

/** Null for a day without hours and for anything in another format. */
function openingHours(schema: string | null) {
  const match = /^([A-Z][a-z])(?:-([A-Z][a-z]))? (\d\d:\d\d)-(\d\d:\d\d)$/.exec(schema ?? '');
  if (!match) return null;
  const [, first, last = first, opens = '', closes = ''] = match;
  const from = days.indexOf(first ?? '');
  const to = days.indexOf(last ?? '');
  if (from === -1 || to < from) return null;
  return {
    '@type': 'OpeningHoursSpecification' as const,
    dayOfWeek: dayNames.slice(from, to + 1),
    opens,
    closes,
  };
}
