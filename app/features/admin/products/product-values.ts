import { type Cents, toCents, toDecimal } from '#domain/money.ts';
import { productImages } from '#domain/product.ts';
import { productSeo } from '#domain/seo.ts';
import { readSupplementFacts } from '#domain/supplement-facts.ts';
import { z } from '#domain/zod.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

export const weightTypes = ['30ml', '30g'] as const;

const price = z
  .string()
  .trim()
  .regex(/^\d{1,8}(\.\d{1,2})?$/, 'Enter a price such as 49.90.');

const labelText = z.string().trim().max(5000, 'At most 5,000 characters.');

/** What the product form holds (requirements §5.5). Numbers are text until they are saved. */
export const productValues = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.'),
  slug: z
    .string()
    .trim()
    .regex(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/, 'Lowercase letters, digits and single hyphens.'),
  description: z.string().max(20_000, 'At most 20,000 characters.'),
  price,
  weight_type: z.enum(weightTypes),
  sold_out: z.boolean(),
  initial_view_count: z
    .string()
    .trim()
    .regex(/^\d{0,9}$/, 'Enter a whole number.'),
  images: z.array(z.object({ url: z.string(), alt: z.string() })),
  tags: z.array(z.string()),
  ingredients: labelText,
  directions: labelText,
  warnings: labelText,
  proposition_65_warning: z.string().trim().max(2000, 'At most 2,000 characters.'),
  facts: z
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
  seo_title: z.string(),
  seo_description: z.string(),
  seo_keywords: z.string(),
});
export type ProductValues = z.infer<typeof productValues>;

/** Requirements §3.1: the picture of a product that has none. */
const defaultImage = '/product.jpg';

export const emptyProduct: ProductValues = {
  name: '',
  slug: '',
  description: '',
  price: '',
  weight_type: '30ml',
  sold_out: false,
  initial_view_count: '0',
  images: [],
  tags: [],
  ingredients: '',
  directions: '',
  warnings: '',
  proposition_65_warning: '',
  facts: { serving_size: '', servings: '', rows: [], notes: '' },
  seo_title: '',
  seo_description: '',
  seo_keywords: '',
};

export function toProductValues(product: RowOf<'products'>): ProductValues {
  const alts = (product.image_alts ?? {}) as Record<string, string>;
  const facts = readSupplementFacts(product.supplement_facts);
  return {
    name: product.name,
    slug: product.slug ?? '',
    description: product.description,
    price: toDecimal(toCents(product.price)),
    weight_type: product.weight_type === '30g' ? '30g' : '30ml',
    sold_out: product.sold_out,
    initial_view_count: String(product.initial_view_count),
    images: productImages(product)
      .filter((url) => url !== defaultImage)
      .map((url) => ({ url, alt: alts[url] ?? '' })),
    tags: product.tags,
    ingredients: product.ingredients ?? '',
    directions: product.directions ?? '',
    warnings: product.warnings ?? '',
    proposition_65_warning: product.proposition_65_warning ?? '',
    facts: {
      serving_size: facts?.serving_size ?? '',
      servings: facts?.servings ?? '',
      rows: (facts?.rows ?? []).map((row) => ({ ...row, daily_value: row.daily_value ?? '' })),
      notes: facts?.notes ?? '',
    },
    seo_title: product.seo_title ?? '',
    seo_description: product.seo_description ?? '',
    seo_keywords: product.seo_keywords ?? '',
  };
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

/** What is saved. Missing SEO texts are filled in (requirements §5.5). */
export function toProductRow(values: ProductValues) {
  const seo = productSeo(values);
  const urls = values.images.map(({ url }) => url);
  return {
    name: values.name,
    slug: values.slug || null,
    description: values.description,
    price: decimal(toCents(values.price)),
    weight_type: values.weight_type,
    sold_out: values.sold_out,
    initial_view_count: Number(values.initial_view_count || 0),
    image_url: urls[0] ?? defaultImage,
    image_urls: urls,
    image_alts: Object.fromEntries(
      values.images.filter(({ alt }) => alt.trim()).map(({ url, alt }) => [url, alt.trim()]),
    ),
    tags: values.tags,
    ingredients: values.ingredients || null,
    directions: values.directions || null,
    warnings: values.warnings || null,
    proposition_65_warning: values.proposition_65_warning || null,
    supplement_facts: values.facts.rows.length > 0 ? values.facts : null,
    seo_title: seo.title,
    seo_description: seo.description,
    seo_keywords: seo.keywords,
  };
}

/** The wire's number: exact, because it has at most ten digits. */
function decimal(cents: Cents): number {
  return Number(toDecimal(cents));
}

/** Ignores empty and duplicate tags (requirements §5.5). */
export function addTag(tags: readonly string[], added: string): string[] {
  const tag = added.trim();
  return tag === '' || tags.includes(tag) ? [...tags] : [...tags, tag];
}
