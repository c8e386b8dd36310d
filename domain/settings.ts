import { brand } from './brand.ts';
import { findColorProblem, hexColor } from './colors.ts';
import { isCountry } from './countries.ts';
import { z } from './zod.ts';

/**
 * A setting: a row of `site_settings` whose key is the name in snake_case. Everything about it is
 * declared here; `docs/extending.md` says how to add one. The database announces a change, which
 * takes effect at once in every process.
 */
interface Setting<Schema extends z.ZodType> {
  /** Used when there is no row. Texts fixed by the requirements appear here verbatim. */
  default: z.output<Schema>;
  /** What the settings screen accepts and a row may hold; any other row is ignored. */
  schema: Schema;
  /** Where it appears, for `docs/settings.md`. */
  shownIn: string;
}

/** A setting that is a single text: the settings screen builds its field from this. */
interface TextSetting<Schema extends z.ZodType<string>> extends Setting<Schema> {
  input: TextInput;
}

export interface TextInput {
  section: 'reach' | 'selling' | 'notices';
  label: string;
  hint?: string;
  /** Rows of the field for a longer text. */
  rows?: number;
  type?: 'email';
}

const empty = 'Visitors see this, so it cannot be empty.';
const line = z.string().trim().min(1, empty).max(300);
const text = z.string().trim().min(1, empty).max(5000);
const party = z.object({ name: line, lines: z.array(z.string()).max(50).readonly() });

/** Fonts that ship with the shop or that every device has (`domain/look.ts`). */
export const fontNames = [
  'fraunces',
  'instrument',
  'georgia',
  'palatino',
  'helvetica',
  'verdana',
] as const;
export type FontName = (typeof fontNames)[number];

const color = z.string().regex(hexColor, 'is not a color');
const upload = z
  .string()
  .regex(/^\/storage\/v1\/object\/public\/uploads\/[\w.-]+$/, 'is not an uploaded file');

/** The product orders that the owner may choose from. */
export const productOrders = ['name', 'price', 'newest'] as const;

/** Settings that every page receives, by name. */
export const siteSettings = {
  brand: textSetting({
    default: brand,
    schema: line.max(60, 'At most 60 characters.'),
    shownIn:
      'everywhere that names the shop: pages, titles, emails, feed, payment pages, link previews',
    input: {
      section: 'reach',
      label: 'Name of the shop',
      hint: 'On every page and in every email. Search texts of products and articles that contain it follow.',
    },
  }),
  tagline: textSetting({
    default: 'Himalayan shilajit, tested batch by batch',
    schema: line,
    shownIn: 'footer, link previews, feed',
    input: { section: 'reach', label: 'Tagline' },
  }),
  email: textSetting({
    default: 'care@livfit.example',
    schema: z.email('Enter an email address.'),
    shownIn: 'footer, contact page, emails, printed orders, structured data',
    input: { section: 'reach', label: 'Email', type: 'email' },
  }),
  phone: textSetting({
    default: '+1 (555) 010-0142',
    schema: line,
    shownIn: 'footer, contact page, emails, structured data',
    input: { section: 'reach', label: 'Phone' },
  }),
  website: textSetting({
    default: 'www.livfit.example',
    schema: line,
    shownIn: 'contact page',
    input: { section: 'reach', label: 'Website' },
  }),
  manufacturer: setting({
    default: {
      name: `${brand} Botanicals Pvt. Ltd.`,
      lines: ['12 Deodar Lane', 'Industrial Estate', 'Solan, Himachal Pradesh 173212', 'India'],
    },
    schema: party,
    shownIn: 'footer, contact page, structured data',
  }),
  distributor: setting({
    default: {
      name: `${brand} Wellness LLC`,
      lines: ['480 Example Avenue, Suite 210', 'Wilmington, DE 19801', 'United States'],
    },
    schema: party,
    shownIn: 'footer, contact page, emails, printed orders, structured data',
  }),
  hours: setting({
    default: [
      { days: 'Mon-Fri', hours: '9:00 AM-5:00 PM', schema: 'Mo-Fr 09:00-17:00' },
      { days: 'Sat', hours: '10:00 AM-2:00 PM', schema: 'Sa 10:00-14:00' },
      { days: 'Sun', hours: 'Closed', schema: null },
    ],
    schema: z
      .array(
        z.object({
          days: line,
          hours: line,
          /** Hours in schema.org notation, for search engines; null on days without hours. */
          schema: z.string().max(60).nullable(),
        }),
      )
      .min(1, 'Add at least one line.')
      .max(50, 'Add at most 50 lines.')
      .readonly(),
    shownIn: 'contact page, structured data',
  }),
  colors: setting({
    default: { text: '#1d1a16', background: '#f6f1e7', dark: '#20392f', accent: '#c9822b' },
    schema: z
      .object({ text: color, background: color, dark: color, accent: color })
      .refine((colors) => findColorProblem(colors) === null, 'could not be read on each other'),
    shownIn: 'every page, emails, cards of shared links',
  }),
  headingFont: setting({
    default: 'fraunces',
    schema: z.enum(fontNames),
    shownIn: 'headings of every page',
  }),
  textFont: setting({
    default: 'instrument',
    schema: z.enum(fontNames),
    shownIn: 'every page',
  }),
  /** Null shows the default mark and the shop's name as text. */
  logo: setting({
    default: null,
    schema: z
      .object({ url: upload, width: z.int().positive(), height: z.int().positive() })
      // A row cannot hold null through the REST API, so false stands for it.
      .or(z.literal(false).transform(() => null))
      .or(z.null()),
    shownIn: 'header, emails, cards of shared links, structured data',
  }),
  favicon: setting({
    default: '',
    schema: upload.or(z.literal('')),
    shownIn: 'browser tabs',
  }),
  socialCard: setting({
    default: '',
    schema: upload.or(z.literal('')),
    shownIn: 'link previews of pages without a picture of their own',
  }),
  /** Shown as entered, and never as structured data, because it is not computed from reviews. */
  fixedRating: setting({
    default: { value: 4.8, count: 150 },
    schema: z
      .object({ value: z.number().min(0).max(5), count: z.int().nonnegative() })
      // A row cannot hold null through the REST API, so false turns the rating off.
      .or(z.literal(false).transform(() => null))
      .or(z.null()),
    shownIn: 'product page',
  }),
  freeShippingClaim: textSetting({
    default: 'Free shipping on orders over {amount}',
    schema: z.string().trim().max(300),
    shownIn: 'header, product list and page, search description of the product list',
    input: {
      section: 'selling',
      label: 'Free-shipping claim',
      hint: 'Shown above the header. {amount} is replaced with the amount below.',
    },
  }),
  /**
   * The claim says that shipping is free above this amount, in cents. It affects no charge: fees
   * come only from delivery zones (`DeliveryRate.freeFromCents` in `domain/delivery.ts`), and if
   * there are any, the claim follows from their rates instead.
   */
  freeShippingFrom: setting({
    default: 5000,
    schema: z.int().nonnegative(),
    shownIn:
      'without delivery zones: wherever the free-shipping claim is shown, and the shop’s own text about shipping',
  }),
  /** Nothing is shown until the owner writes something. */
  dispatchNote: textSetting({
    default: '',
    schema: z.string().trim().max(300),
    shownIn:
      'product page, cart, checkout, success page, confirmation email, before the delivery times of the rates',
    input: {
      section: 'selling',
      label: 'When orders leave',
      hint: 'For example: Orders placed before 2 PM leave the same day, Monday to Friday. Empty: nothing is said.',
      rows: 2,
    },
  }),
  /** By slug; empty for none. */
  startHere: textSetting({
    default: '',
    schema: z
      .string()
      .trim()
      .max(200)
      .regex(/^[a-z0-9-]*$/, 'Enter the last part of the product’s address.'),
    shownIn: 'home: the product of “Start here”',
    input: {
      section: 'selling',
      label: '“Start here” on the home page',
      hint: 'The last part of a product’s address, such as pure-resin of /product/pure-resin. Empty: no such band.',
    },
  }),
  returnsSummary: textSetting({
    default: 'Unopened jars can be returned within 30 days.',
    schema: text,
    shownIn: 'product list and page, packing slip',
    input: { section: 'notices', label: 'Returns, in one sentence', rows: 2 },
  }),
  /** ISO 3166-1 alpha-2, offered in the provider's address form. */
  shipsTo: setting({
    default: ['US', 'CA', 'GB', 'AU', 'IN'],
    // Unknown countries are dropped. An empty list is rejected because it would break every card payment.
    schema: z
      .array(z.string())
      .max(500)
      .transform((codes) => codes.filter(isCountry))
      .refine((codes) => codes.length > 0, 'names no country')
      .readonly(),
    shownIn: 'the payment service’s address form',
  }),
  /** IANA time zone for dates, so that server and browser show the same ones. */
  timeZone: setting({
    default: 'America/New_York',
    schema: z.string().refine(isTimeZone, 'Choose a time zone.'),
    shownIn: 'dates of articles, orders, emails and sales',
  }),
  /** Null until the owner chooses: by name, sold-out products in between (requirements §7.1). */
  productOrder: setting({
    default: null,
    schema: z
      .enum(productOrders)
      // A row cannot hold null through the REST API, so false stands for it.
      .or(z.literal(false).transform(() => null))
      .or(z.null()),
    shownIn: 'home, product list: once set, what is sold out comes last in every order',
  }),
  /** At or below this number the shop shows how many are left; private.low_stock has the same default. */
  lowStock: setting({
    default: 5,
    schema: z.int().nonnegative().max(1000),
    shownIn: 'product page and cart (“Only 3 left”), dashboard, the daily email about stock',
  }),
  /** Requirements §4.2: the product page always adds one, whatever the stepper shows. */
  addToCartQuantity: setting({
    default: 'one',
    schema: z.enum(['one', 'stepper']),
    shownIn: 'the button that adds a product to the cart',
  }),
  legalNotice: textSetting({
    default:
      'Each bottle has a unique number. Check it on the validity page to be sure that yours is genuine.',
    schema: text,
    shownIn: 'footer',
    input: { section: 'notices', label: 'Notice in the footer', rows: 3 },
  }),
  fdaDisclaimer: textSetting({
    default:
      'These statements have not been evaluated by the Food and Drug Administration. This product is not intended to diagnose, treat, cure, or prevent any disease.',
    schema: text,
    shownIn: 'footer, product list and page',
    input: { section: 'notices', label: 'Disclaimer shown with claims', rows: 4 },
  }),
} as const;

export type SettingName = keyof typeof siteSettings;

/** Settings that have a form of their own. */
export type LookSettingName =
  | 'colors'
  | 'headingFont'
  | 'textFont'
  | 'logo'
  | 'favicon'
  | 'socialCard';

export type TextSettingName = {
  [Name in SettingName]: (typeof siteSettings)[Name] extends { input: TextInput } ? Name : never;
}[SettingName];

/** The current values of what the owner may change about the shop. */
export type SiteFacts = {
  [Name in SettingName]: z.output<(typeof siteSettings)[Name]['schema']>;
};

export type PostalParty = SiteFacts['manufacturer'];

export const siteDefaults = Object.fromEntries(
  Object.entries(siteSettings).map(([name, each]) => [name, each.default]),
) as SiteFacts;

/** The defaults for a shop of that name. */
export function siteDefaultsOf(name: string): SiteFacts {
  const written = JSON.stringify(siteDefaults);
  return JSON.parse(written.replaceAll(brand, () => JSON.stringify(name).slice(1, -1)));
}

/** Settings that are read separately: too long for every page, or not public. */
export const separateSettings = {
  admins_need_second_step: 'the database, on every call of an administrator',
  charges_no_tax: 'the first-day checklist: `true` where no tax rate is missing',
  first_day_hidden: 'dashboard: `true` where the owner wants no first-day checklist',
} as const;

/** The key of a setting's row. */
export function settingKey(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function textSetting<Schema extends z.ZodType<string>>(
  described: TextSetting<Schema>,
): TextSetting<Schema> {
  return described;
}

function setting<Schema extends z.ZodType>(described: Setting<Schema>): Setting<Schema> {
  return described;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
