import type { Kysely } from 'kysely';
import { contentDate, formatDate } from '#domain/content-date.ts';
import type { SiteFacts } from '#domain/settings.ts';
import { isUuid } from '#domain/uuid.ts';
import { publishedPosts } from '#server/crawlers/published-posts.ts';
import type { DB } from '#supabase/kysely.gen.ts';

/** What the card for one page says, with its picture's URL. */
export interface PreviewFacts {
  title: string;
  line: string;
  picture: string | null;
}

/** Facts for the card of a published product (by slug or id) or post; null if there is none. */
export async function readPreview(
  db: Kysely<DB>,
  kind: string,
  name: string,
  site: SiteFacts,
): Promise<PreviewFacts | null> {
  if (kind === 'shop') {
    return name === 'card' ? { title: site.tagline, line: site.website, picture: null } : null;
  }
  if (kind === 'product') {
    const product = await db
      .selectFrom('products')
      .select(['name', 'weight_type', 'image_url'])
      .where(isUuid(name) ? 'id' : 'slug', '=', name)
      .where('published', '=', true)
      .executeTakeFirst();
    return product
      ? {
          title: product.name,
          line: `${product.weight_type} · ${site.tagline}`,
          picture: product.image_url,
        }
      : null;
  }
  if (kind !== 'blog') return null;
  const post = await publishedPosts(db)
    .select(['title', 'author_name', 'published_at', 'featured_image_url'])
    .where('slug', '=', name)
    .executeTakeFirst();
  if (!post) return null;
  const date = contentDate(post.published_at?.toISOString(), new Date());
  return {
    title: post.title,
    line: `${post.author_name} · ${formatDate(date, site.timeZone)}`,
    picture: post.featured_image_url,
  };
}
