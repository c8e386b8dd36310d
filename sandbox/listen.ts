import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createSandbox, type SandboxOptions } from './app.ts';

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
  /** Stops listening, cuts what is open, saves. */
  close(): Promise<void>;
}

/** Longer than clients keep idle connections, so that they never meet one that is just closing. */
const KEEP_ALIVE_MS = 65_000;

/** A sandbox with its doors open. Rejects when a port is taken. */
export async function listenSandbox(options: ListenOptions = {}): Promise<ListeningSandbox> {
  const { host = '127.0.0.1', httpPort = 0, smtpPort = 0, ...rest } = options;
  const loopbackOnly = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const sandbox = createSandbox({ ...rest, loopbackOnly });
  const { smtp } = sandbox;

  const http = await listenHttp(sandbox.fetch, host, httpPort);
  try {
    await new Promise<void>((resolve, reject) => {
      smtp.server.once('error', reject);
      smtp.listen(smtpPort, host, resolve);
    });
  } catch (error) {
    http.close();
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
        new Promise((resolve) => http.close(resolve)),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
      http.closeAllConnections();
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
