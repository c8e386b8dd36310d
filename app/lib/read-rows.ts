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
 * Awaits a call to the table interface. A failed one is reported and becomes null, because the
 * empty state is shown then (requirements §8).
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
  /** Of the whole list. */
  total: number;
}

/** As `readRows`, for the page `page` (from 1) of a list; beyond its last one, without entries. */
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
      // The list ends before.
      return answer.status === 416 ? { data: [], error: null } : answer;
    }),
  );
  return entries && { entries, total };
}

/** For pages that show less than there is: right for this visitor, wrong to keep for others. */
export const noStore = { 'Cache-Control': 'no-store' };
