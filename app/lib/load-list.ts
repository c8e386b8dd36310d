import { data } from 'react-router';
import { readPageNumber } from './page-number.ts';
import { type ListPage, noStore } from './read-rows.ts';

export interface LoadedList<T> extends ListPage<T> {
  /** Starts at 1. */
  page: number;
}

/**
 * Loader data for a list's route: the page in the URL, or null and 404 if the list has no such
 * page. A list that could not be read is empty and not cached.
 */
export async function loadList<T>(
  request: Request,
  read: (page: number) => Promise<ListPage<T> | null>,
  /** The list's own path, if it is not the URL without parameters. */
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
