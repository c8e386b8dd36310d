import { productSeo } from '#domain/seo.ts';
import type { ProductValues } from './product-values.ts';

export type SeoValues = Pick<ProductValues, 'seo_title' | 'seo_description' | 'seo_keywords'>;

/** Placeholder for SEO texts that are generated on save. */
export function automaticSeo(
  product: Pick<ProductValues, 'name' | 'description' | 'tags'>,
  shop: string,
): SeoValues {
  const { name, description, tags } = product;
  const seo = productSeo({ name: name.trim(), description, tags }, shop);
  return { seo_title: seo.title, seo_description: seo.description, seo_keywords: seo.keywords };
}
