import type { RouterContextProvider } from 'react-router';
import { appContext } from './app-context.ts';

interface Answer<T> {
  data: T | null;
  error: unknown;
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
    const { data, error } = await call;
    if (!error) return data;
    context.get(appContext).report?.(error);
  } catch (error) {
    context.get(appContext).report?.(error);
  }
  return null;
}

/** Rows that the table interface gives at once. */
const mostAtOnce = 1_000;

/**
 * As `readRows`, for lists of any length: asks for one page after the other. The order must tell any
 * two rows apart.
 */
export async function readAllRows<T>(
  context: Readonly<RouterContextProvider>,
  call: (from: number, to: number) => PromiseLike<Answer<T[]>>,
): Promise<T[] | null> {
  const all: T[] = [];
  for (;;) {
    const rows = await readRows(context, call(all.length, all.length + mostAtOnce - 1));
    if (!rows) return null;
    all.push(...rows);
    if (rows.length < mostAtOnce) return all;
  }
}

/** For pages that show less than there is: right for this visitor, wrong to keep for others. */
export const noStore = { 'Cache-Control': 'no-store' };
