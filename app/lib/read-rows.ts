import type { RouterContextProvider } from 'react-router';
import { appContext } from './app-context.ts';
import { pageSize } from './page-number.ts';

interface Answer<T> {
  data: T | null;
  error: unknown;
  status?: number;
}

interface CountedAnswer {
  count: number | null;
  status: number;
}

/**
 * Awaits a REST API call. A failure is reported and becomes null, because the empty state is shown
 * then (requirements §8).
 */
export async function readRows<T>(
  context: Readonly<RouterContextProvider>,
  call: PromiseLike<Answer<T>>,
): Promise<T | null> {
  try {
    const { data, error, status } = await call;
    if (!error) return data;
    // Otherwise a flood of requests would fill the log.
    if (status === 429) return null;
    context.get(appContext).report?.(error);
  } catch (error) {
    context.get(appContext).report?.(error);
  }
  return null;
}

/** One page of a list. */
export interface ListPage<T> {
  entries: T[];
  /** Number of entries in the whole list. */
  total: number;
}

/** Like `readRows`, for page `page` (starting at 1) of a list; empty beyond the last page. */
export async function readListPage<T>(
  context: Readonly<RouterContextProvider>,
  page: number,
  call: (from: number, to: number) => PromiseLike<Answer<T[]> & CountedAnswer>,
): Promise<ListPage<T> | null> {
  const from = (page - 1) * pageSize;
  let total = 0;
  const entries = await readRows(
    context,
    Promise.resolve(call(from, from + pageSize - 1)).then((answer) => {
      total = answer.count ?? 0;
      // The page is beyond the end of the list.
      return answer.status === 416 ? { data: [], error: null } : answer;
    }),
  );
  return entries && { entries, total };
}

/** For pages with missing content: fine for this visitor, but not to be cached for others. */
export const noStore = { 'Cache-Control': 'no-store' };
