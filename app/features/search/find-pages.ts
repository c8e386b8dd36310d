import type { RouterContextProvider } from 'react-router';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { pageSize } from '#app/lib/page-number.ts';
import { type ListPage, readRows } from '#app/lib/read-rows.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { anyPage, longestSearch } from './search-path.ts';

/** A matching product or post. */
export interface FoundPage {
  id: string;
  kind: 'product' | 'post';
  title: string;
  path: string;
  /** Size and price of a product, or the excerpt of a post. */
  line: string;
  picture: string | null;
}

export interface FoundPages extends ListPage<FoundPage> {
  /** True if there are more matches than these pages list. */
  more: boolean;
}

/** Page `page` (starting at 1) of the results, best first; null if the search failed. */
export async function findPages(
  context: Readonly<RouterContextProvider>,
  words: string,
  page = 1,
  { sort, tag } = anyPage,
): Promise<FoundPages | null> {
  if (words === '') return { entries: [], total: 0, more: false };
  const rows = await readRows(
    context,
    loaderTables(context).rpc('search_shop', {
      words: words.slice(0, longestSearch),
      most: pageSize,
      skip: (page - 1) * pageSize,
      ...(sort !== 'best' && { sort }),
      ...(tag !== '' && { tag }),
    }),
  );
  if (!rows) return null;
  const entries = rows.map((row) => ({
    id: row.id,
    kind: row.kind === 'product' ? ('product' as const) : ('post' as const),
    title: row.title,
    path: row.address,
    line: row.kind === 'product' ? productLine(row) : (row.line ?? ''),
    picture: row.picture,
  }));
  return { entries, total: rows[0]?.total ?? 0, more: rows[0]?.more ?? false };
}

function productLine({
  line,
  price,
  sold_out,
}: {
  line: string;
  price: number;
  sold_out: boolean;
}) {
  return [line, formatMoney(toCents(price)), sold_out ? 'Sold Out' : '']
    .filter(Boolean)
    .join(' · ');
}
