import type { Kysely } from 'kysely';
import { legalPages } from '#domain/legal-texts.ts';
import { productPath } from '#domain/product.ts';
import type { DB } from '#supabase/kysely.gen.ts';

export interface ListedPage {
  /** From the root, with its slash. */
  path: string;
  /** When its content was last changed, if that is known. */
  changed?: Date;
  /** Paths or addresses of its pictures. */
  pictures?: string[];
}

/** Pages that stand for themselves. What belongs to a person or a search is not listed. */
const fixedPages = [
  ...['/', '/products', '/blog', '/about', '/contact', '/validity'],
  ...Object.keys(legalPages).map((page) => `/${page}`),
];

/** The protocol's limit is 50,000 addresses in one file. */
const mostOfAKind = 20_000;

/** Every page that search engines may list. */
export async function listPages(db: Kysely<DB>): Promise<ListedPage[]> {
  const [products, posts] = await Promise.all([
    db
      .selectFrom('products')
      .select(['id', 'slug', 'image_url'])
      .orderBy('created_at', 'desc')
      .limit(mostOfAKind)
      .execute(),
    db
      .selectFrom('blog_posts')
      .select(['slug', 'published_at', 'featured_image_url'])
      .where('published', '=', true)
      .orderBy('published_at', 'desc')
      .limit(mostOfAKind)
      .execute(),
  ]);
  return [
    ...fixedPages.map((path) => ({ path })),
    ...products.map((product) => ({
      path: productPath(product),
      pictures: [product.image_url].filter(Boolean),
    })),
    ...posts.map((post) => ({
      path: `/blog/${post.slug}`,
      ...(post.published_at ? { changed: post.published_at } : {}),
      pictures: post.featured_image_url ? [post.featured_image_url] : [],
    })),
  ];
}
