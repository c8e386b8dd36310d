import type pg from 'pg';
import { DatabaseSilent } from './database-error.ts';

/** Connections that were cut: whatever waits on one of them fails for that reason. */
const silent = new WeakSet<pg.ClientBase>();

/**
 * Runs `work` on a connection that is cut when the server has not answered in time, which rejects
 * everything that waits on it with {@link DatabaseSilent}. A server that accepts and never answers (frozen, or behind a network
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
    silent.add(client);
    (client as pg.Client).end().catch(() => {});
  }, timeoutMs).unref();
  try {
    return await work();
  } catch (error) {
    throw silent.has(client) ? new DatabaseSilent(error) : error;
  } finally {
    clearTimeout(timer);
  }
}
