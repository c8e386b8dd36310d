import type pg from 'pg';

/**
 * Runs `work` on a connection that is cut when the server has not answered in time, which rejects
 * everything that waits on it. A server that accepts and never answers (frozen, or behind a network
 * that swallows) is told by no timeout of its own. 0 waits forever.
 */
export async function withinDeadline<T>(
  client: pg.ClientBase,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  if (timeoutMs === 0) return work();
  // While a query is under way, `end` cuts the connection without waiting for the server.
  const timer = setTimeout(() => {
    (client as pg.Client).end().catch(() => {});
  }, timeoutMs).unref();
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
