import { toCents, toDecimal } from '#domain/money.ts';
import { type TaxClass, taxClasses } from '#domain/price-order.ts';
import { productImages } from '#domain/product.ts';
import { type LabelColumn, labelColumns, labelTexts } from '#domain/product-label.ts';
import { productSeo } from '#domain/seo.ts';
import { z } from '#domain/zod.ts';
import { factsField } from './facts-field.ts';
import {
  type Columns,
  check,
  field,
  optionalText,
  type PlainInput,
  type Product,
  type ProductField,
  searchText,
  wholeNumber,
} from './field-kinds.ts';

/** Requirements §5.5; `products_weight_type_check` enforces the same in the database. */
export const weightTypes: readonly string[] = ['30ml', '30g'];

export function isWeightType(weight: string): boolean {
  return weightTypes.includes(weight);
}

/** Requirements §3.1: the picture of a product that has none. */
const defaultImage = '/product.jpg';

const fields = {
  name: field({
    schema: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
    empty: '',
    read: ({ name }) => name,
    write: (name) => ({ name }),
  }),
  slug: field({
    schema: z
      .string()
      .trim()
      .regex(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lowercase letters, digits and single hyphens.'),
    empty: '',
    read: ({ slug }) => slug ?? '',
    write: (slug) => ({ slug: slug || null }),
  }),
  description: field({
    schema: z.string().max(20_000, 'At most 20,000 characters.'),
    empty: '',
    read: ({ description }) => description,
    write: (description) => ({ description }),
  }),
  price: field({
    schema: z
      .string()
      .trim()
      .regex(/^\d{1,8}(\.\d{1,2})?$/, 'Enter a price such as 49.90.'),
    empty: '',
    read: ({ price }) => toDecimal(toCents(price)),
    // Exact as a JSON number, because it has at most ten digits.
    write: (price) => ({ price: Number(toDecimal(toCents(price))) }),
  }),
  compare_at_price: field({
    schema: z
      .string()
      .trim()
      .regex(/^(\d{1,8}(\.\d{1,2})?)?$/, 'Enter a price such as 59.90, or leave it empty.'),
    empty: '',
    read: ({ compare_at_price: price }) => (price === null ? '' : toDecimal(toCents(price))),
    write: (price) => ({
      compare_at_price: price === '' ? null : Number(toDecimal(toCents(price))),
    }),
  }),
  tax_class: field({
    schema: z.enum(taxClasses),
    empty: 'standard' as const,
    read: ({ tax_class }) => tax_class as TaxClass,
    write: (tax_class) => ({ tax_class }),
  }),
  weight_type: field({
    // A weight that is no longer offered is shown and rejected, never silently replaced.
    schema: z.string().refine(isWeightType, `Choose ${weightTypes.join(' or ')}.`),
    empty: '30ml',
    read: ({ weight_type }) => weight_type,
    write: (weight_type) => ({ weight_type }),
  }),
  published: field({
    schema: z.boolean(),
    empty: true,
    read: ({ published }) => published,
    write: (published) => ({ published }),
  }),
  sold_out: check('sold_out', {
    section: 'availability',
    label: 'Sold out',
    hint: 'Stays visible in the shop but can’t be bought.',
  }),
  initial_view_count: wholeNumber('initial_view_count', {
    section: 'views',
    label: 'Initial views',
    hint: 'Added to the counted views.',
  }),
  images: field({
    schema: z.array(z.object({ url: z.string(), alt: z.string() })),
    empty: [],
    read: (product) => {
      const alts = (product.image_alts ?? {}) as Record<string, string>;
      return productImages(product)
        .filter((url) => url !== defaultImage)
        .map((url) => ({ url, alt: alts[url] ?? '' }));
    },
    write: (images) => ({
      image_url: images[0]?.url ?? defaultImage,
      image_urls: images.map(({ url }) => url),
      image_alts: Object.fromEntries(
        images.filter(({ alt }) => alt.trim()).map(({ url, alt }) => [url, alt.trim()]),
      ),
    }),
  }),
  tags: field({
    schema: z.array(z.string()),
    empty: [],
    read: ({ tags }) => tags,
    write: (tags) => ({ tags }),
  }),
  ...labelFields(),
  proposition_65_warning: optionalText('proposition_65_warning', 2000, {
    section: 'label',
    label: 'Proposition 65 warning',
    rows: 2,
    hint: 'Only if California law requires one.',
  }),
  facts: factsField,
  seo_title: searchText('seo_title'),
  seo_description: searchText('seo_description'),
  seo_keywords: searchText('seo_keywords'),
};

type Fields = typeof fields;
type FieldName = keyof Fields;

/** The values of the product form (requirements §5.5). */
export const productValues = z.object(
  mapFields((each) => each.schema) as { [Name in FieldName]: Fields[Name]['schema'] },
);
export type ProductValues = z.infer<typeof productValues>;

export const emptyProduct = mapFields((each) => each.empty) as ProductValues;

export function toProductValues(product: Product): ProductValues {
  return mapFields((each) => each.read(product)) as ProductValues;
}

/** The row to save. Missing SEO texts are filled in (requirements §5.5). */
export function toProductRow(values: ProductValues, shop?: string): Columns {
  const seo = productSeo(values, shop);
  const written = Object.values(mapFields((each, name) => each.write(values[name])));
  return {
    ...(Object.assign({}, ...written) as Columns),
    seo_title: seo.title,
    seo_description: seo.description,
    seo_keywords: seo.keywords,
  };
}

/** A field rendered from its description. */
export type PlainFieldName = {
  [Name in FieldName]: Fields[Name] extends { input: PlainInput } ? Name : never;
}[FieldName];

export const plainInputs = Object.entries(fields).flatMap(([name, each]) =>
  'input' in each ? [{ name: name as PlainFieldName, ...each.input }] : [],
);

/** Loosely typed inside; its callers state the precise result type. */
function mapFields<T>(
  map: (each: ProductField<z.ZodType>, name: FieldName) => T,
): Record<FieldName, T> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [
      name,
      map(each as unknown as ProductField<z.ZodType>, name as FieldName),
    ]),
  ) as Record<FieldName, T>;
}

/** The texts of the label, which the product page shows as they are. */
function labelFields() {
  return Object.fromEntries(
    labelColumns.map((column) => [
      column,
      optionalText(column, 5000, { section: 'label', ...labelTexts[column] }),
    ]),
  ) as Record<LabelColumn, ReturnType<typeof optionalText>>;
}
