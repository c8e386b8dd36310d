import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './start-shop.ts';

interface Stopping {
  /** Rejects if the shop could not start. */
  starting: Promise<Shop>;
  /** Aborted by the first signal: a start in progress goes no further. */
  ending: AbortController;
  /** DRAIN_SECONDS: how long requests are still accepted, so that proxies notice. */
  drainMs: number;
}

/**
 * Exits this process with code 0 on SIGTERM or SIGINT, in this order:
 *
 * 1. A start in progress ends after its current step (`start-shop.ts`): it closes what it has
 *    opened, and a first start removes what it created.
 * 2. `/readyz` returns 503, and every connection closes after its next response.
 * 3. Drain: new requests are still answered for DRAIN_SECONDS. SIGINT (Ctrl+C) skips this.
 * 4. The port closes. Grace period: running requests get 10 s, bodies that are still being received
 *    2 s (`http-server.ts`), callers' queries 1 s (`start-shop.ts`).
 * 5. Jobs, database, sandbox and everything else that was opened close in reverse order.
 *
 * With WORKERS, every worker does this; the leader passes the signal on and stops the sandbox when
 * all have exited (`workers/run-workers.ts`).
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
