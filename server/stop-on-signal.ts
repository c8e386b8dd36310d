import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './start-shop.ts';

interface Stopping {
  /** Rejects when the shop could not start. */
  starting: Promise<Shop>;
  /** Aborted by the first signal: a start that is under way goes no further. */
  ending: AbortController;
  /** DRAIN_SECONDS: how long requests are still taken while proxies notice. */
  drainMs: number;
}

/**
 * Ends this process with 0 on SIGTERM or SIGINT, in this order:
 *
 * 1. A start that is still under way ends after its current step (`start-shop.ts`): what it opened closes, and a
 *    first start takes away what it made.
 * 2. `/readyz` says 503, and every connection closes after its next answer.
 * 3. Drain: requests that still come are answered for DRAIN_SECONDS. SIGINT (Ctrl+C) skips this.
 * 4. The port closes. Grace: running requests get 10 s, bodies that are still coming 2 s (`http-server.ts`),
 *    callers' queries 1 s (`start-shop.ts`).
 * 5. Jobs, database, sandbox and all else that was opened close, the last opened first.
 *
 * With WORKERS every worker does this; the leader passes the signal on and stops the sandbox when
 * all have ended (`workers/lead-workers.ts`).
 */
export function stopOnSignal({ starting, ending, drainMs }: Stopping): void {
  const hurry = new AbortController();
  const stop = async (): Promise<void> => {
    if (ending.signal.aborted) return;
    ending.abort();
    const shop = await starting.catch(() => null);
    if (!shop) return;
    shop.announceEnd();
    await sleep(drainMs, undefined, { signal: hurry.signal }).catch(() => {});
    await shop.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', () => {
    hurry.abort();
    stop();
  });
}
