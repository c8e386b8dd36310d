import { data } from 'react-router';
import { NotFound } from '#app/features/errors/not-found.tsx';
import { findPages } from '#app/features/search/find-pages.ts';
import { isSearchSort, longestSearch, searchPath } from '#app/features/search/search-path.ts';
import { SearchScreen } from '#app/features/search/search-screen.tsx';
import { listMeta } from '#app/lib/list-meta.ts';
import type { PageHandle } from '#app/lib/page-handle.ts';
import { readPageNumber } from '#app/lib/page-number.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { Route } from './+types/search';

export const handle: PageHandle = { reads: ['q', 'page', 'sort', 'tag'] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  // No page contains control characters, and the database cannot even search for NUL.
  const asked = (name: string) => (searchParams.get(name) ?? '').replace(/\p{Cc}+/gu, ' ');
  const words = asked('q').trim().slice(0, longestSearch);
  const sort = asked('sort') || 'best';
  const choice = {
    sort: isSearchSort(sort) ? sort : ('best' as const),
    tag: asked('tag').slice(0, 100),
  };
  const page = readPageNumber(request, searchPath(words, choice));
  if (page !== null) {
    const found = await findPages(context, words, page, choice);
    const exists = page === 1 || found?.entries.length !== 0;
    if (exists) return data({ words, choice, page, found }, { headers: noStore });
  }
  return data(null, { status: 404, headers: noStore });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const { words = '', choice, page = 1, found = null } = args.loaderData ?? {};
  const about = {
    title: words ? `“${words}” | Search | {name}` : 'Search | {name}',
    description: 'Search the products and articles of {name}.',
    path: searchPath(words, choice),
    hidden: true,
  };
  return listMeta(args, about, found && { page, total: found.total });
}

export default function SearchRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <SearchScreen {...loaderData} />;
  return (
    <NotFound
      title="No such page"
      text="The search has fewer results."
      to="/search"
      action="Back to Search"
    />
  );
}
