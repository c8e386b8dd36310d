import { brand } from './brand.ts';

/** Recommended lengths, only as advice (requirements §5.5). */
export const recommendedLength = {
  title: { min: 50, max: 60 },
  description: { min: 150, max: 160 },
} as const;

interface SeoFields {
  seo_title?: string | null;
  seo_description?: string | null;
  seo_keywords?: string | null;
}

export interface SeoTexts {
  title: string;
  description: string;
  keywords: string;
}

/** A product's own SEO texts, with defaults for missing ones (requirements §5.5). */
export function productSeo(
  product: SeoFields & { name: string; description: string; tags: readonly string[] },
  shop: string = brand,
): SeoTexts {
  const sentence = `Shop genuine ${shop} wellness, every bottle with its own batch number.`;
  return {
    title: product.seo_title || `${shop} ${product.name} | Premium Natural Supplements`,
    description: product.seo_description || [product.description, sentence].join(' ').trim(),
    keywords: product.seo_keywords || [shop, product.name, ...product.tags].join(', '),
  };
}

/** A post's own SEO texts, or the title with the blog's suffix, the excerpt and default keywords. */
export function blogPostSeo(
  post: SeoFields & { title: string; excerpt?: string | null },
  shop: string = brand,
): SeoTexts {
  return {
    title: post.seo_title || `${post.title} | ${shop} Blog`,
    description: post.seo_description || post.excerpt || '',
    keywords: post.seo_keywords || `${shop}, shilajit, natural wellness, Himalayan supplements`,
  };
}

/** Cut at a word boundary, at most `max` characters, for a description tag. */
export function truncate(text: string, max: number = recommendedLength.description.max): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= max) return flat;
  const cut = flat.slice(0, max - 1);
  const lastSpace = cut.lastIndexOf(' ');
  const words = lastSpace > max / 2 ? cut.slice(0, lastSpace) : cut;
  return `${words.replace(/[\s.,;:–—-]+$/, '')}…`;
}
