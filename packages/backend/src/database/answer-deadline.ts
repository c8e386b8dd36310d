import type pg from 'pg';
import { DatabaseUnresponsive } from './database-error.ts';

/** Connections that were closed for not answering; whatever waits on one fails for that reason. */
const silent = new WeakSet<pg.ClientBase>();

/**
 * Runs `work` on a connection, and closes the connection if the server hasn't answered in time;
 * everything waiting on it then rejects with {@link DatabaseUnresponsive}. Nothing else would detect a
 * server that accepts connections but never answers (frozen, or behind a network that drops
 * packets). 0 waits forever.
 */
export async function withinDeadline<T>(
  client: pg.ClientBase,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> {
  if (timeoutMs === 0) return work();
  // While a query is running, `end` closes the connection without waiting for the server.
  const timer = setTimeout(() => {
    silent.add(client);
    (client as pg.Client).end().catch(() => {});
  }, timeoutMs).unref();
  try {
    return await work();
  } catch (error) {
    throw silent.has(client) ? new DatabaseUnresponsive(error) : error;
  } finally {
    clearTimeout(timer);
  }
}
