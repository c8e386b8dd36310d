import type { RouterContextProvider } from 'react-router';
import { loaderTables } from '#app/lib/loader-tables.ts';
import { readRows } from '#app/lib/read-rows.ts';
import { formatMoney, toCents } from '#domain/money.ts';

/** What the search accepts; more is cut off. */
export const longestSearch = 100;
const most = 20;

/** A product or post that fits. */
export interface FoundPage {
  id: string;
  kind: 'product' | 'post';
  title: string;
  path: string;
  /** Size and price of a product, the excerpt of a post. */
  line: string;
  picture: string | null;
}

/** Best first; null when the search failed. No words find nothing. */
export async function findPages(
  context: Readonly<RouterContextProvider>,
  words: string,
): Promise<FoundPage[] | null> {
  if (words === '') return [];
  const rows = await readRows(
    context,
    loaderTables(context).rpc('search_shop', { words: words.slice(0, longestSearch), most }),
  );
  return (
    rows?.map((row) => ({
      id: row.id,
      kind: row.kind === 'product' ? 'product' : 'post',
      title: row.title,
      path: row.address,
      line: row.kind === 'product' ? productLine(row) : (row.line ?? ''),
      picture: row.picture,
    })) ?? null
  );
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
