import { data } from 'react-router';
import { ArticleList } from '#app/features/content/article-list.tsx';
import { readArticles } from '#app/features/content/read-articles.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { Route } from './+types/blog';

export async function loader({ context }: Route.LoaderArgs) {
  const articles = await readArticles(context);
  return data({ articles: articles ?? [] }, { headers: articles ? {} : noStore });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Blog: Shilajit, from Rock to Cup | Liv Fit',
    description:
      'How shilajit is collected, cleaned, tested and taken, told by the people who make Liv Fit.',
    path: '/blog',
  });
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  return <ArticleList articles={loaderData.articles} />;
}
