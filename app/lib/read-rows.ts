import type { RouterContextProvider } from 'react-router';
import { appContext } from './app-context.ts';

interface Answer<T> {
  data: T | null;
  error: unknown;
}

/**
 * Awaits a call to the table interface. A failed one is reported and becomes null, because the
 * specification shows the empty state then (§8, screen-level errors).
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

/** For pages that show less than there is: right for this visitor, wrong to keep for others. */
export const neverKept = { 'Cache-Control': 'no-store' };
