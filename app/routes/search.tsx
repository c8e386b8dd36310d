import { data } from 'react-router';
import { NotFound } from '#app/features/errors/not-found.tsx';
import { findPages } from '#app/features/search/find-pages.ts';
import { longestSearch, searchPath } from '#app/features/search/search-path.ts';
import { SearchScreen } from '#app/features/search/search-screen.tsx';
import { listMeta } from '#app/lib/list-meta.ts';
import type { PageHandle } from '#app/lib/page-handle.ts';
import { readPageNumber } from '#app/lib/page-number.ts';
import { noStore } from '#app/lib/read-rows.ts';
import type { Route } from './+types/search';

export const handle: PageHandle = { reads: ['q', 'page'] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get('q') ?? '';
  const words = asked.trim().slice(0, longestSearch);
  const page = readPageNumber(request, searchPath(words));
  if (page !== null) {
    const found = await findPages(context, words, page);
    const exists = page === 1 || found?.entries.length !== 0;
    if (exists) return data({ words, page, found }, { headers: noStore });
  }
  return data(null, { status: 404, headers: noStore });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta(args: Route.MetaArgs) {
  const { words = '', page = 1, found = null } = args.loaderData ?? {};
  const about = {
    title: words ? `“${words}” | Search | Liv Fit` : 'Search | Liv Fit',
    description: 'Search the products and articles of Liv Fit.',
    path: searchPath(words),
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
