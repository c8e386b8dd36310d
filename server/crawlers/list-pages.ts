import type { Kysely } from 'kysely';
import { passportPath } from '#domain/check-answer.ts';
import { legalPages } from '#domain/legal-texts.ts';
import { productPath } from '#domain/product.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import { publishedPosts } from './published-posts.ts';

export interface ListedPage {
  /** From the root, with the leading slash. */
  path: string;
  /** When its content last changed, if known. */
  changed?: Date;
  /** Paths or URLs of its pictures. */
  pictures?: string[];
}

/** Pages with a fixed path. Personal pages and searches are not listed. */
export const fixedPages: ListedPage[] = [
  ...['/', '/products', '/blog', '/about', '/contact', '/validity', '/recalls'],
  ...Object.keys(legalPages).map((page) => `/${page}`),
].map((path) => ({ path }));

/** Kinds of pages that the owner can add any number of. */
export type GrowingList = 'products' | 'posts' | 'batches';

/** How many there are of each kind. */
export async function countListed(db: Kysely<DB>): Promise<Record<GrowingList, number>> {
  const [products, posts, batches] = await Promise.all([
    db
      .selectFrom('products')
      .select((field) => field.fn.countAll<string>().as('count'))
      .where('published', '=', true)
      .executeTakeFirstOrThrow(),
    publishedPosts(db)
      .select((field) => field.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('batches')
      .select((field) => field.fn.countAll<string>().as('count'))
      .where('status', 'in', ['released', 'recalled'])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    products: Number(products.count),
    posts: Number(posts.count),
    batches: Number(batches.count),
  };
}

/** Newest first, starting at `offset`. */
export async function readListed(
  db: Kysely<DB>,
  list: GrowingList,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedPage[]> {
  if (list === 'products') {
    const products = await db
      .selectFrom('products')
      .select(['id', 'slug', 'image_url'])
      .where('published', '=', true)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
    return products.map((product) => ({
      path: productPath(product),
      pictures: [product.image_url].filter(Boolean),
    }));
  }
  if (list === 'batches') {
    const batches = await db
      .selectFrom('batches')
      .select(['code', 'updated_at'])
      .where('status', 'in', ['released', 'recalled'])
      .orderBy('released_at', 'desc')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
    return batches.map(({ code, updated_at }) => ({
      path: passportPath(code),
      changed: updated_at,
    }));
  }
  const posts = await publishedPosts(db)
    .select(['slug', 'published_at', 'featured_image_url'])
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  return posts.map((post) => ({
    path: `/blog/${post.slug}`,
    ...(post.published_at ? { changed: post.published_at } : {}),
    pictures: post.featured_image_url ? [post.featured_image_url] : [],
  }));
}
