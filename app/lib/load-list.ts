import { data } from 'react-router';
import { readPageNumber } from './page-number.ts';
import { type ListPage, noStore } from './read-rows.ts';

export interface LoadedList<T> extends ListPage<T> {
  /** From 1. */
  page: number;
}

/**
 * What the route of a list answers: the page that the URL asks for, or null and 404 where the list
 * has no such page. A list that could not be read is empty, and not cached.
 */
export async function loadList<T>(
  request: Request,
  read: (page: number) => Promise<ListPage<T> | null>,
  /** The list's own, where that is not the URL's without parameters. */
  path?: string,
) {
  const page = readPageNumber(request, path);
  if (page === null) return data(null, { status: 404 });
  const list = await read(page);
  if (!list) {
    const nothing: LoadedList<T> = { page, entries: [], total: 0 };
    return data(nothing, { headers: noStore });
  }
  if (page > 1 && list.entries.length === 0) return data(null, { status: 404 });
  const loaded: LoadedList<T> = { page, ...list };
  return data(loaded);
}
