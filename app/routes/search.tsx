import { data } from 'react-router';
import { findPages, longestSearch } from '#app/features/search/find-pages.ts';
import { SearchScreen } from '#app/features/search/search-screen.tsx';
import type { PageHandle } from '#app/lib/page-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { Route } from './+types/search';

export const handle: PageHandle = { reads: ['q'] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get('q') ?? '';
  const words = asked.trim().slice(0, longestSearch);
  return data({ words, found: await findPages(context, words) }, { headers: noStore });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const { words } = args.loaderData;
  return pageMeta(args, {
    title: words ? `“${words}” | Search | Liv Fit` : 'Search | Liv Fit',
    description: 'Search the products and articles of Liv Fit.',
    hidden: true,
  });
}

export default function SearchRoute({ loaderData }: Route.ComponentProps) {
  return <SearchScreen words={loaderData.words} found={loaderData.found} />;
}
