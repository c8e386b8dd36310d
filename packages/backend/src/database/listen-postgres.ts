import pg from 'pg';
import type { Database } from './database.ts';

/** Milliseconds before a broken listening connection is reopened. */
const reconnectDelay = 1_000;

export interface Listener {
  listen: Database['listen'];
  close: () => Promise<void>;
}

/**
 * One dedicated connection for all LISTENs, opened on first use and reopened when it breaks. After
 * a reconnect each handler is called once with an empty payload, since notifications may have been
 * missed.
 */
export function createListener(config: pg.ClientConfig): Listener {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  let connecting: Promise<pg.Client> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let closed = false;

  function connect(): Promise<pg.Client> {
    connecting ??= open().catch((error) => {
      connecting = null;
      throw error;
    });
    return connecting;
  }

  async function open(): Promise<pg.Client> {
    const client = new pg.Client(config);
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '');
    });
    await client.connect();
    client.on('end', reopen);
    for (const channel of handlers.keys()) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    return client;
  }

  function reopen(): void {
    connecting = null;
    if (closed || handlers.size === 0 || retry) return;
    retry = setTimeout(() => {
      retry = null;
      connect().then(announceGap, reopen);
    }, reconnectDelay);
    retry.unref();
  }

  function announceGap(): void {
    for (const channel of handlers.values()) for (const handler of channel) handler('');
  }

  return {
    async listen(channel, handler) {
      const known = handlers.get(channel);
      const set = known ?? new Set();
      set.add(handler);
      handlers.set(channel, set);
      const client = await connect();
      if (!known) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => {
        set.delete(handler);
        if (set.size > 0 || handlers.get(channel) !== set) return;
        handlers.delete(channel);
        const current = await connecting?.catch(() => null);
        await current?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      const client = await connecting?.catch(() => null);
      await client?.end();
    },
  };
}
