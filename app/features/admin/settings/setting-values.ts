import { findCountryProblem, readCountries } from '#domain/countries.ts';
import { mergeSiteSettings } from '#domain/merge-settings.ts';
import { type Cents, toCents, toDecimal } from '#domain/money.ts';
import {
  type LookSettingName,
  productOrders,
  type SettingName,
  type SiteFacts,
  settingKey,
  siteSettings,
  type TextInput,
  type TextSettingName,
} from '#domain/settings.ts';
import { z } from '#domain/zod.ts';
import type { SettingRow } from './setting-rows.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${Lowercase<First>}${Rest extends Uncapitalize<Rest> ? '' : '_'}${SnakeCase<Rest>}`
  : Name;

/** A setting that is a single text: a form field named by its row's key. */
export type TextSettingKey = SnakeCase<TextSettingName>;

export interface TextSetting {
  name: TextSettingName;
  key: TextSettingKey;
  schema: z.ZodType<string, string>;
  input: TextInput;
}

export const textSettings: readonly TextSetting[] = (
  Object.entries(siteSettings) as [SettingName, (typeof siteSettings)[SettingName]][]
).flatMap(([name, setting]) =>
  'input' in setting
    ? [
        {
          name: name as TextSettingName,
          key: settingKey(name) as TextSettingKey,
          schema: setting.schema as z.ZodType<string, string>,
          input: setting.input,
        },
      ]
    : [],
);

const line = z.string().trim().min(1, 'Visitors see this, so it cannot be empty.').max(300);
const text = z.string().trim().min(1, 'Visitors see this, so it cannot be empty.').max(5000);

/** The values of the settings form: the shop's facts as people type them. */
export const settingValues = z.object({
  ...(Object.fromEntries(textSettings.map(({ key, schema }) => [key, schema])) as Record<
    TextSettingKey,
    z.ZodType<string, string>
  >),
  manufacturer_name: line,
  manufacturer_lines: text,
  distributor_name: line,
  distributor_lines: text,
  hours: z
    .array(z.object({ days: line, hours: line, schema: z.string().trim().max(60) }))
    .min(1, 'Add at least one line.'),
  rating_shown: z.boolean(),
  rating_value: z
    .string()
    .trim()
    .regex(/^[0-5](\.\d)?$/, 'From 0 to 5, such as 4.8.')
    .refine((value) => Number(value) <= 5, 'From 0 to 5, such as 4.8.'),
  rating_count: z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, 'A whole number.'),
  first_day_shown: z.boolean(),
  free_shipping_from: z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,2})?$/, 'An amount such as 50.00.'),
  low_stock: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'A whole number, at most 999.'),
  ships_to: z
    .string()
    .trim()
    .superRefine((typed, issues) => {
      const message = findCountryProblem(typed);
      if (message) issues.addIssue({ code: 'custom', message });
    }),
  time_zone: siteSettings.timeZone.schema,
  product_order: z.enum(['', ...productOrders]),
  add_to_cart_quantity: siteSettings.addToCartQuantity.schema,
});
export type SettingValues = z.infer<typeof settingValues>;

export function toSettingValues(rows: readonly SettingRow[]): SettingValues {
  const facts = mergeSiteSettings(rows);
  return {
    ...(Object.fromEntries(textSettings.map(({ name, key }) => [key, facts[name]])) as Record<
      TextSettingKey,
      string
    >),
    manufacturer_name: facts.manufacturer.name,
    manufacturer_lines: facts.manufacturer.lines.join('\n'),
    distributor_name: facts.distributor.name,
    distributor_lines: facts.distributor.lines.join('\n'),
    hours: facts.hours.map(({ days, hours, schema }) => ({ days, hours, schema: schema ?? '' })),
    rating_shown: facts.fixedRating !== null,
    rating_value: String(facts.fixedRating?.value ?? 4.8),
    rating_count: String(facts.fixedRating?.count ?? 150),
    first_day_shown: rows.find(({ key }) => key === 'first_day_hidden')?.value !== true,
    free_shipping_from: toDecimal(facts.freeShippingFrom as Cents),
    low_stock: String(facts.lowStock),
    ships_to: facts.shipsTo.join(', '),
    time_zone: facts.timeZone,
    product_order: facts.productOrder ?? '',
    add_to_cart_quantity: facts.addToCartQuantity,
  };
}

/** One row per fact, in the types of `SiteFacts`. */
export function toSettingRows(values: SettingValues): SettingRow[] {
  const facts: Omit<SiteFacts, TextSettingName | LookSettingName> = {
    manufacturer: { name: values.manufacturer_name, lines: linesOf(values.manufacturer_lines) },
    distributor: { name: values.distributor_name, lines: linesOf(values.distributor_lines) },
    hours: values.hours.map((each) => ({ ...each, schema: each.schema || null })),
    fixedRating: values.rating_shown
      ? { value: Number(values.rating_value), count: Number(values.rating_count) }
      : null,
    freeShippingFrom: toCents(values.free_shipping_from),
    lowStock: Number(values.low_stock),
    shipsTo: readCountries(values.ships_to),
    timeZone: values.time_zone,
    productOrder: values.product_order || null,
    addToCartQuantity: values.add_to_cart_quantity,
  };
  return [
    ...textSettings.map(({ key }) => ({ key: key as string, value: values[key] })),
    // A row cannot hold null, so false turns a fact off.
    ...Object.entries(facts).map(([name, value]) => ({
      key: settingKey(name),
      value: value ?? false,
    })),
    { key: 'first_day_hidden', value: !values.first_day_shown },
  ];
}

function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean);
}
