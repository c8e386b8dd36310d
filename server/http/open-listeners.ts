import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as Listener } from 'node:net';

/**
 * A listener accepts one connection per turn of Node's event loop (libuv 1.52). With a thousand
 * busy connections a turn takes 0.1 s, and new visitors had to wait as long as those stayed busy.
 * With several listeners on one port, each accepts one per turn.
 */
const listeners = process.platform === 'linux' ? 16 : 1;
/**
 * With Node's default of 511, visitors were kept out for seconds when a few hundred arrived at
 * once.
 */
const backlog = 4_096;

export interface Listeners {
  port: number;
  /** Stops accepting connections; resolves when all open ones have closed. */
  close(): Promise<void>;
}

/**
 * Accepts the port's connections for `server`. If the port is in use, rejects without having taken
 * it; with `sharesPort`, other processes of the same shop may use it as well.
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
  // Listeners that share a port would also share it with another shop's.
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

/** The port itself or, for 0, one that is free. Rejects if somebody is listening on it. */
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
