import type { RouterContextProvider } from 'react-router';
import type { ArticleSummary } from '#app/components/article-card.tsx';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readRows } from '#app/lib/read-rows.ts';
import { sanitizeArticle } from '#app/lib/sanitize-article.server.ts';
import { contentDate } from '#domain/content-date.ts';

/** All published posts, newest first; null when they could not be read. */
export async function readArticles(
  context: Readonly<RouterContextProvider>,
): Promise<ArticleSummary[] | null> {
  const now = new Date();
  const rows = await readRows(
    context,
    loaderTables(context)
      .from('blog_posts')
      .select('id, title, excerpt, slug, featured_image_url, author_name, published_at')
      .eq('published', true)
      .order('published_at', { ascending: false }),
  );
  return (
    rows?.map(({ published_at, ...article }) => ({
      ...article,
      date: contentDate(published_at, now).toISOString(),
    })) ?? null
  );
}

/** One published post with all its fields; undefined when there is none, null when it failed. */
export async function readArticle(context: Readonly<RouterContextProvider>, slug: string) {
  const rows = await readRows(
    context,
    loaderTables(context)
      .from('blog_posts')
      .select('*')
      .eq('slug', slug)
      .eq('published', true)
      .limit(1),
  );
  if (!rows) return null;
  const [post] = rows;
  return (
    post && {
      ...post,
      content: sanitizeArticle(post.content),
      date: contentDate(post.published_at, new Date()).toISOString(),
    }
  );
}

export type Article = NonNullable<Awaited<ReturnType<typeof readArticle>>>;
