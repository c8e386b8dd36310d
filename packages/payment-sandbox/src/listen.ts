import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createSandbox, type SandboxOptions } from './app.ts';
import { isLoopbackName } from './guard-requests.ts';

export interface ListenOptions extends Omit<SandboxOptions, 'loopbackOnly'> {
  host?: string;
  /** 0 for any free port. */
  httpPort?: number;
  smtpPort?: number;
}

export interface ListeningSandbox {
  url: string;
  httpPort: number;
  smtpPort: number;
  /** Stops listening, closes open connections, and saves. */
  close(): Promise<void>;
}

/** Longer than clients keep idle connections, so that they never use one that is just being closed. */
const KEEP_ALIVE_MS = 65_000;

/** Starts a sandbox that listens. Rejects if a port is taken. */
export async function listenSandbox(options: ListenOptions = {}): Promise<ListeningSandbox> {
  const { host = '127.0.0.1', httpPort = 0, smtpPort = 0, ...rest } = options;
  const loopbackOnly = isLoopbackName(host.includes(':') ? `[${host}]` : host);
  const sandbox = createSandbox({ ...rest, loopbackOnly });
  const { smtp } = sandbox;

  // A shop on this machine uses loopback, so a single outside address is served in addition to it.
  const isOneAddress = !loopbackOnly && host !== '0.0.0.0' && host !== '::';
  const http = await listenHttp(sandbox.fetch, isOneAddress ? '127.0.0.1' : host, httpPort);
  const doors = [http];
  try {
    if (isOneAddress) doors.push(await listenHttp(sandbox.fetch, host, portOf(http)));
    await new Promise<void>((resolve, reject) => {
      smtp.server.once('error', reject);
      // Anyone who can deliver email here could fill the mailbox, so never open it to the network.
      smtp.listen(smtpPort, '127.0.0.1', resolve);
    });
  } catch (error) {
    for (const door of doors) door.close();
    sandbox.close();
    throw error;
  }

  const ports = { httpPort: portOf(http), smtpPort: portOf(smtp.server) };
  return {
    ...ports,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${ports.httpPort}`,
    async close() {
      sandbox.close();
      const closed = Promise.all([
        ...doors.map((door) => new Promise((resolve) => door.close(resolve))),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
      for (const door of doors) door.closeAllConnections();
      await closed;
    },
  };
}

function listenHttp(
  fetch: Parameters<typeof serve>[0]['fetch'],
  hostname: string,
  port: number,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, () => resolve(server)) as Server;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.once('error', reject);
  });
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
