import { Feed } from 'feed';
import type { Kysely } from 'kysely';
import { contentDate } from '#domain/content-date.ts';
import type { SiteFacts } from '#domain/settings.ts';
import type { DB } from '#supabase/kysely.gen.ts';
import { publishedPosts } from './published-posts.ts';

const newest = 30;

/** The newest posts as RSS 2.0. */
export async function writeFeed(db: Kysely<DB>, site: SiteFacts, origin: string): Promise<string> {
  const posts = await publishedPosts(db)
    .select(['title', 'slug', 'excerpt', 'author_name', 'published_at', 'featured_image_url'])
    .orderBy('published_at', 'desc')
    .limit(newest)
    .execute();
  const now = new Date();
  const feed = new Feed({
    title: `${site.brand} Blog`,
    description: site.tagline,
    id: `${origin}/blog`,
    link: `${origin}/blog`,
    feedLinks: { rss: `${origin}/feed.xml` },
    language: 'en',
    copyright: `© ${site.brand}`,
    generator: site.brand,
    ...(posts[0] ? { updated: contentDate(posts[0].published_at?.toISOString(), now) } : {}),
  });
  for (const post of posts) {
    const link = `${origin}/blog/${post.slug}`;
    feed.addItem({
      title: post.title,
      id: link,
      link,
      description: post.excerpt ?? '',
      author: [{ name: post.author_name }],
      date: contentDate(post.published_at?.toISOString(), now),
      ...(post.featured_image_url ? { image: new URL(post.featured_image_url, origin).href } : {}),
    });
  }
  // The library escapes markup, but XML does not allow these characters at all.
  return feed.rss2().replace(/[^\P{Cc}\t\n\r]/gu, '');
}
