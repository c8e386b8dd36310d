import type { RouterContextProvider } from 'react-router';
import type { ArticleSummary } from '#app/components/article-card.tsx';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { type ListPage, readListPage, readRows } from '#app/lib/read-rows.ts';
import { contentDate } from '#domain/content-date.ts';
import { readingMinutes } from '#domain/reading-time.ts';
import { relatedPosts } from '#domain/related-posts.ts';
import { sanitizeArticle } from './sanitize-article.server.ts';

/** A page of the published posts, newest first; null if they could not be read. */
export async function readArticles(
  context: Readonly<RouterContextProvider>,
  page: number,
): Promise<ListPage<ArticleSummary> | null> {
  const now = new Date();
  const read = await readListPage(context, page, (from, to) =>
    loaderTables(context)
      .from('blog_posts')
      .select(
        'id, title, excerpt, slug, featured_image_url, featured_image_alt, featured_image_focus, author_name, published_at',
        {
          count: 'exact',
        },
      )
      .eq('published', true)
      .order('published_at', { ascending: false })
      .order('id')
      .range(from, to),
  );
  return (
    read && {
      ...read,
      entries: read.entries.map(({ published_at, ...article }) => ({
        ...article,
        date: contentDate(published_at, now).toISOString(),
      })),
    }
  );
}

/** How many of the newest posts are considered as related ones, and how many are listed. */
const relatedAmong = 40;
const relatedCount = 3;

/**
 * One published post with all its fields and related posts; undefined if there is none, null if it
 * could not be read.
 */
export async function readArticle(context: Readonly<RouterContextProvider>, slug: string) {
  const posts = () => loaderTables(context).from('blog_posts');
  const now = new Date();
  const [rows, others] = await Promise.all([
    readRows(context, posts().select('*').eq('slug', slug).eq('published', true).limit(1)),
    readRows(
      context,
      posts()
        .select(
          'id, title, excerpt, slug, featured_image_url, featured_image_alt, featured_image_focus, author_name, published_at, seo_keywords',
        )
        .eq('published', true)
        .order('published_at', { ascending: false })
        .limit(relatedAmong),
    ),
  ]);
  if (!rows) return null;
  const [post] = rows;
  if (!post) return undefined;
  const content = sanitizeArticle(post.content);
  return {
    ...post,
    content,
    date: contentDate(post.published_at, now).toISOString(),
    minutes: readingMinutes(content),
    related: relatedPosts(post, others ?? [], relatedCount).map(
      ({ published_at, seo_keywords: _keywords, ...summary }) => ({
        ...summary,
        date: contentDate(published_at, now).toISOString(),
      }),
    ),
  };
}

export type Article = NonNullable<Awaited<ReturnType<typeof readArticle>>>;
