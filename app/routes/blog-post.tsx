import { data } from 'react-router';
import { ArticlePage } from '#app/features/content/article-page.tsx';
import { readArticle } from '#app/features/content/read-articles.ts';
import { NotFound } from '#app/features/errors/not-found.tsx';
import { pageMeta, shopOf } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import { respondMissingPage } from '#app/lib/respond-missing-page.ts';
import { blogPostSeo, truncate } from '#domain/seo.ts';
import type { Route } from './+types/blog-post';

export async function loader({ context, params }: Route.LoaderArgs) {
  const article = params.slug.includes('\0') ? undefined : await readArticle(context, params.slug);
  // The page gets undefined if the post could not be read, null if there is none.
  if (article === null) return data(undefined, { status: 503, headers: noStore });
  if (article === undefined) return respondMissingPage(context, 'post', params.slug);
  return data(article);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const article = args.loaderData;
  if (!article) {
    return pageMeta(args, {
      title: 'Blog Post Not Found | {name}',
      description: 'This post does not exist.',
      hidden: true,
    });
  }
  const seo = blogPostSeo(article, shopOf(args)?.site.brand);
  return pageMeta(args, {
    title: seo.title,
    description: truncate(seo.description),
    keywords: seo.keywords,
    path: `/blog/${article.slug}`,
    image: `/previews/blog/${article.slug}.jpg`,
    imageAlt: article.title,
    type: 'article',
  });
}

export default function BlogPost({ loaderData }: Route.ComponentProps) {
  return loaderData ? (
    <ArticlePage article={loaderData} />
  ) : (
    <NotFound
      title="Blog Post Not Found"
      text={
        loaderData === null
          ? 'It may have been removed, or the address may be mistyped.'
          : 'It could not be loaded. Please try again in a moment.'
      }
      to="/blog"
      action="Back to Blog"
    />
  );
}
