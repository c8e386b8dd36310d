import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startPostgres } from '../testing/postgres-server.ts';
import { DatabaseUnavailable, SessionsShared } from './database-error.ts';
import { requireOwnSessions } from './require-own-sessions.ts';

let close: (() => void) | undefined;
afterEach(() => close?.());

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const message = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
};
const ready = message('Z', 'I');
/** One row with one integer, in PostgreSQL's response to a simple query. */
const answerOf = (value: number) =>
  Buffer.concat([
    message('T', '\0\u0001', 'pid\0', int32(0), '\0\0', int32(23), '\0\u0004', int32(0), '\0\0'),
    message('D', '\0\u0001', int32(String(value).length), String(value)),
    message('C', 'SELECT 1\0'),
    ready,
  ]);

/** Speaks just enough of the protocol. `sessionFor` gives the session that a connection's statement gets. */
async function startPooler(sessionFor: (connection: number) => number): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const connection = sockets.size;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      const madeUp = message('K', int32(900_000 + connection), int32(1));
      socket.write(Buffer.concat([message('R', int32(0)), madeUp, ready]));
      socket.on('data', (sent) => {
        if (sent.toString('latin1', 0, 1) === 'Q') socket.write(answerOf(sessionFor(connection)));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return `postgres://shop@127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
}

it('accepts PostgreSQL itself', async () => {
  const server = await startPostgres();
  await requireOwnSessions(server.url).finally(() => server.stop());
});

it('accepts a pooler that lends a connection one session', async () => {
  await requireOwnSessions(await startPooler((connection) => 7 + connection));
});

it('refuses a pooler that gives every statement the session that is free', async () => {
  const url = await startPooler(() => 7);
  await expect(requireOwnSessions(url)).rejects.toThrow(SessionsShared);
});

it('refuses a pooler that takes its sessions in turn', async () => {
  let turn = 0;
  const url = await startPooler(() => 7 + (turn++ % 3));
  await expect(requireOwnSessions(url)).rejects.toThrow('Connect directly');
});

it('says of a server that cannot be reached that it is unavailable', async () => {
  const url = await startPooler(() => 7);
  close?.();
  await expect(requireOwnSessions(url)).rejects.toThrow(DatabaseUnavailable);
});
