import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as Listener } from 'node:net';

/**
 * A listener takes in one connection in each turn of Node's event loop (libuv 1.52). A thousand busy
 * connections make a turn last for 0.1 s, and new visitors then waited for as long as those went on.
 * Of several on one port each takes one.
 */
const listeners = process.platform === 'linux' ? 16 : 1;
/** Node's own 511 keep visitors out for seconds when a few hundred come at once. */
const backlog = 4_096;

export interface Listeners {
  port: number;
  /** Accepts no more connections; resolves when all open ones have closed. */
  close(): Promise<void>;
}

/**
 * Accepts the port's connections for `server`. Rejects, having taken nothing, when it is in use; with
 * `sharesPort` the other processes of the same shop may use it as well.
 */
export async function openListeners(
  server: Server,
  wanted: number,
  host: string,
  { sharesPort = false }: { sharesPort?: boolean } = {},
): Promise<Listeners> {
  const others = Array.from({ length: listeners - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    ),
  );
  const reusePort = listeners > 1 || sharesPort;
  // Listeners that share a port share it with another shop's as well.
  const port = reusePort && !sharesPort ? await findFree(wanted, host) : wanted;
  const open: Listener[] = [];
  for (const listener of [server, ...others]) {
    await listening(listener, { port, host, backlog, reusePort });
    open.push(listener);
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      await Promise.all(
        open.map((listener) => new Promise<void>((resolve) => listener.close(() => resolve()))),
      );
    },
  };
}

/** The port itself, or for 0 one that is free. Rejects when somebody listens on it. */
export async function findFree(port: number, host: string): Promise<number> {
  const probe = createServer();
  await listening(probe, { port, host });
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return free;
}

async function listening(listener: Listener, options: object): Promise<void> {
  listener.listen(options);
  await once(listener, 'listening');
}
