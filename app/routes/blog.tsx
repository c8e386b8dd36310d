import { ArticleList } from '#app/features/content/article-list.tsx';
import { readArticles } from '#app/features/content/read-articles.ts';
import { NotFound } from '#app/features/errors/not-found.tsx';
import { listMeta } from '#app/lib/list-meta.ts';
import { loadList } from '#app/lib/load-list.ts';
import type { PageHandle } from '#app/lib/page-handle.ts';
import type { Route } from './+types/blog';

export const handle: PageHandle = { reads: ['page'], keepsEach: true };

export function loader({ context, request }: Route.LoaderArgs) {
  return loadList(request, (page) => readArticles(context, page));
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const about = {
    title: 'Blog: Shilajit, from Rock to Cup | {name}',
    description:
      'How shilajit is collected, cleaned, tested and taken, told by the people who make {name}.',
    path: '/blog',
  };
  return listMeta(args, about, args.loaderData);
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <ArticleList list={loaderData} />;
  return (
    <NotFound
      title="No such page"
      text="The list of posts ends before it."
      to="/blog"
      action="Back to Blog"
    />
  );
}
