import { toCents, toDecimal } from '#domain/money.ts';
import { productImages } from '#domain/product.ts';
import { type LabelColumn, labelColumns, labelTexts } from '#domain/product-label.ts';
import { productSeo } from '#domain/seo.ts';
import { readSupplementFacts } from '#domain/supplement-facts.ts';
import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';
import type { RowChanges } from '../form/row-form.tsx';

export const weightTypes = ['30ml', '30g'] as const;

type Product = RowOf<'products'>;
type Columns = RowChanges<'products'>;

/** One field of the form, and all that is to say about it. */
interface ProductField<Schema extends z.ZodType> {
  /** What the field holds; numbers are text until they are saved. */
  schema: Schema;
  /** What it holds for a new product. */
  empty: z.output<Schema>;
  read: (product: Product) => z.output<Schema>;
  /** The columns that it is saved as. */
  write: (value: z.output<Schema>) => Partial<Columns>;
}

/** A field that `PlainFields` draws in its section; others have their place in `product-fields.tsx`. */
interface PlainField<Schema extends z.ZodType> extends ProductField<Schema> {
  input: PlainInput;
}

export interface PlainInput {
  section: 'availability' | 'views' | 'label';
  kind: 'line' | 'text' | 'check' | 'number';
  label: string;
  hint?: string;
  /** Lines of a text. */
  rows?: number;
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
    // The wire's number: exact, because it has at most ten digits.
    write: (price) => ({ price: Number(toDecimal(toCents(price))) }),
  }),
  weight_type: field({
    schema: z.enum(weightTypes),
    empty: '30ml',
    read: ({ weight_type }) => (weight_type === '30g' ? '30g' : '30ml'),
    write: (weight_type) => ({ weight_type }),
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
  facts: field({
    schema: z
      .object({
        serving_size: z.string().trim().max(120, 'At most 120 characters.'),
        servings: z.string().trim().max(60, 'At most 60 characters.'),
        rows: z
          .array(
            z.object({
              name: z.string().trim().min(1, 'Enter the ingredient.').max(200),
              amount: z.string().trim().max(60),
              daily_value: z.string().trim().max(20),
            }),
          )
          .max(80),
        notes: z.string().trim().max(1000, 'At most 1,000 characters.'),
      })
      .refine(({ serving_size, rows }) => rows.length === 0 || serving_size !== '', {
        path: ['serving_size'],
        message: 'Enter the serving size.',
      })
      .refine(({ servings, rows }) => rows.length === 0 || servings !== '', {
        path: ['servings'],
        message: 'Enter the number of servings.',
      }),
    empty: { serving_size: '', servings: '', rows: [], notes: '' },
    read: ({ supplement_facts }) => {
      const facts = readSupplementFacts(supplement_facts);
      return {
        serving_size: facts?.serving_size ?? '',
        servings: facts?.servings ?? '',
        rows: (facts?.rows ?? []).map((row) => ({ ...row, daily_value: row.daily_value ?? '' })),
        notes: facts?.notes ?? '',
      };
    },
    write: (facts) => {
      const { rows, ...texts } = facts;
      const isEmpty = rows.length === 0 && Object.values(texts).every((text) => text === '');
      return { supplement_facts: isEmpty ? null : facts };
    },
  }),
  seo_title: searchText('seo_title'),
  seo_description: searchText('seo_description'),
  seo_keywords: searchText('seo_keywords'),
};

type Fields = typeof fields;
type FieldName = keyof Fields;

/** What the product form holds (requirements §5.5). */
export const productValues = z.object(
  mapFields((each) => each.schema) as { [Name in FieldName]: Fields[Name]['schema'] },
);
export type ProductValues = z.infer<typeof productValues>;

export const emptyProduct = mapFields((each) => each.empty) as ProductValues;

export function toProductValues(product: Product): ProductValues {
  return mapFields((each) => each.read(product)) as ProductValues;
}

/** What is saved. Missing SEO texts are filled in (requirements §5.5). */
export function toProductRow(values: ProductValues): Columns {
  const seo = productSeo(values);
  const written = Object.values(mapFields((each, name) => each.write(values[name])));
  return {
    ...(Object.assign({}, ...written) as Columns),
    seo_title: seo.title,
    seo_description: seo.description,
    seo_keywords: seo.keywords,
  };
}

/** A field that is drawn from its description. */
export type PlainFieldName = {
  [Name in FieldName]: Fields[Name] extends { input: PlainInput } ? Name : never;
}[FieldName];

export const plainInputs = Object.entries(fields).flatMap(([name, each]) =>
  'input' in each ? [{ name: name as PlainFieldName, ...each.input }] : [],
);

/** Not typed field by field: what comes out is, where it is named. */
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

function field<Schema extends z.ZodType>(described: ProductField<Schema>): ProductField<Schema> {
  return described;
}

type Described = Omit<PlainInput, 'kind'>;

/** The columns of `products` that hold such a value. */
type ColumnOf<Value> = {
  [Name in keyof Product]-?: [Value] extends [Product[Name]]
    ? [Product[Name]] extends [Value]
      ? Name
      : never
    : never;
}[keyof Product];

/** A column of text that may be null: an empty field. */
function optionalText(
  column: ColumnOf<string | null>,
  longest: number,
  input: Described,
): PlainField<z.ZodType<string, string>> {
  const most = `At most ${longest.toLocaleString('en-US')} characters.`;
  return {
    schema: z.string().trim().max(longest, most),
    empty: '',
    read: (product) => product[column] ?? '',
    write: (text) => ({ [column]: text || null }),
    input: { ...input, kind: input.rows ? 'text' : 'line' },
  };
}

/** The texts of the label, which its page shows as they are. */
function labelFields() {
  return Object.fromEntries(
    labelColumns.map((column) => [
      column,
      optionalText(column, 5000, { section: 'label', ...labelTexts[column] }),
    ]),
  ) as Record<LabelColumn, ReturnType<typeof optionalText>>;
}

/** A column that is true or false. */
function check(
  column: ColumnOf<boolean>,
  input: Described,
): PlainField<z.ZodType<boolean, boolean>> {
  return {
    schema: z.boolean(),
    empty: false,
    read: (product) => product[column],
    write: (checked) => ({ [column]: checked }),
    input: { ...input, kind: 'check' },
  };
}

/** A column of whole numbers from 0; an empty field is 0. */
function wholeNumber(
  column: ColumnOf<number>,
  input: Described,
): PlainField<z.ZodType<string, string>> {
  return {
    schema: z
      .string()
      .trim()
      .regex(/^\d{0,9}$/, 'Enter a whole number.'),
    empty: '0',
    read: (product) => String(product[column]),
    write: (typed) => ({ [column]: Number(typed || 0) }),
    input: { ...input, kind: 'number' },
  };
}

/** Filled in on saving where it is empty. */
function searchText(column: 'seo_title' | 'seo_description' | 'seo_keywords') {
  return field({
    schema: z.string(),
    empty: '',
    read: (product) => product[column] ?? '',
    write: (text) => ({ [column]: text }),
  });
}

export type SeoValues = Pick<ProductValues, 'seo_title' | 'seo_description' | 'seo_keywords'>;

/** What stands for search texts that nobody has written. */
export function automaticSeo(
  product: Pick<ProductValues, 'name' | 'description' | 'tags'>,
): SeoValues {
  const { name, description, tags } = product;
  const seo = productSeo({ name: name.trim(), description, tags });
  return { seo_title: seo.title, seo_description: seo.description, seo_keywords: seo.keywords };
}

/** Ignores empty and duplicate tags (requirements §5.5). */
export function addTag(tags: readonly string[], added: string): string[] {
  const tag = added.trim();
  return tag === '' || tags.includes(tag) ? [...tags] : [...tags, tag];
}
