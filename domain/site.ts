import { brand } from './brand.ts';

/**
 * Facts about the shop that the owner may change (requirements §2, §10). Everything here is the
 * default; rows of `site_settings` replace single keys.
 */
export interface SiteFacts {
  brand: string;
  tagline: string;
  email: string;
  phone: string;
  website: string;
  manufacturer: PostalParty;
  distributor: PostalParty;
  hours: readonly { days: string; hours: string; schema: string | null }[];
  /** Shown as it stands, never as structured data: it is not computed from reviews. */
  fixedRating: { value: number; count: number } | null;
  freeShippingClaim: string;
  /** Threshold named by the claim, in cents. */
  freeShippingFrom: number;
  fdaDisclaimer: string;
  returnsSummary: string;
  /** ISO 3166-1 alpha-2, offered at the provider's address form. */
  shipsTo: readonly string[];
  /** IANA time zone in which dates are shown alike on server and browser. */
  timeZone: string;
  /** Requirements §4.2: the product page always adds one, whatever the stepper shows. */
  addToCartQuantity: 'one' | 'stepper';
  legalNotice: string;
}

export interface PostalParty {
  name: string;
  lines: readonly string[];
}

export const siteDefaults: SiteFacts = {
  brand,
  tagline: 'Himalayan shilajit, tested batch by batch',
  email: 'care@livfit.example',
  phone: '+1 (555) 010-0142',
  website: 'www.livfit.example',
  manufacturer: {
    name: 'Liv Fit Botanicals Pvt. Ltd.',
    lines: ['12 Deodar Lane', 'Industrial Estate', 'Solan, Himachal Pradesh 173212', 'India'],
  },
  distributor: {
    name: 'Liv Fit Wellness LLC',
    lines: ['480 Example Avenue, Suite 210', 'Wilmington, DE 19801', 'United States'],
  },
  hours: [
    { days: 'Mon-Fri', hours: '9:00 AM-5:00 PM', schema: 'Mo-Fr 09:00-17:00' },
    { days: 'Sat', hours: '10:00 AM-2:00 PM', schema: 'Sa 10:00-14:00' },
    { days: 'Sun', hours: 'Closed', schema: null },
  ],
  fixedRating: { value: 4.8, count: 150 },
  freeShippingClaim: 'Free shipping on orders over $50',
  freeShippingFrom: 5000,
  fdaDisclaimer:
    'These statements have not been evaluated by the Food and Drug Administration. This product is not intended to diagnose, treat, cure, or prevent any disease.',
  returnsSummary: 'Unopened jars can be returned within 30 days.',
  shipsTo: ['US', 'CA', 'GB', 'AU', 'IN'],
  timeZone: 'America/New_York',
  addToCartQuantity: 'one',
  legalNotice:
    'Each bottle has a unique number. Check it on the validity page to be sure that yours is genuine.',
};
