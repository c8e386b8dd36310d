import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePortPair } from '#tests/fixtures/free-ports.ts';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { startShopProcess, temporaryDirectory } from '#tests/fixtures/shop-process.ts';

let postgres: MigratedPostgres;
beforeAll(async () => {
  postgres = await startMigratedPostgres();
});
afterAll(() => postgres?.stop());

async function start(env: Record<string, string>, until: 'ready' | 'listening' = 'ready') {
  const directory = await temporaryDirectory();
  onTestFinished(directory.remove);
  const shop = await startShopProcess({ dataDir: directory.path, env, until });
  onTestFinished(async () => void (await shop.stop()));
  return shop;
}

it('waits at its start for a database that is not there yet, and says so once', async () => {
  const database = new URL(await postgres.newMigratedDatabase());
  const server = { port: Number(database.port), host: database.hostname };
  database.port = String(await freePortPair());
  const env = { DATABASE_URL: database.href, DATABASE_WAIT_SECONDS: '600' };
  const shop = await start(env, 'listening');
  await expect.poll(() => shop.output(), { timeout: 60_000 }).toContain('Trying for 600 s.');
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
  const early = await fetch(shop.origin);
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);

  const relay = createServer((socket) => {
    const other = connect(server);
    socket.pipe(other).pipe(socket);
    for (const each of [socket, other]) each.on('error', () => {});
    onTestFinished(() => void socket.destroy());
  }).listen(Number(database.port), database.hostname);
  await once(relay, 'listening');
  onTestFinished(() => void relay.close());
  const status = async () => (await fetch(`${shop.origin}/readyz`)).status;
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  expect(shop.output().split('Trying for')).toHaveLength(2);
});

it('ends at once when it is told to while it waits', async () => {
  const env = {
    DATABASE_URL: 'postgres://shop@127.0.0.1:9/shop',
    DATABASE_WAIT_SECONDS: '3600',
  };
  const shop = await start(env, 'listening');
  await expect.poll(() => shop.output(), { timeout: 60_000 }).toContain('Trying for 3600 s.');
  expect(await shop.stop()).toBe(0);
});

it('sends requests elsewhere before it closes, and still answers those that come', async () => {
  const env = { DATABASE_URL: await postgres.newMigratedDatabase(), DRAIN_SECONDS: '3600' };
  const shop = await start(env);
  // Keeps connections open for reuse, as proxies do.
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  process.kill(shop.pid, 'SIGTERM');
  const ready = async () => {
    const answer = await fetch(`${shop.origin}/readyz`);
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };
  await expect.poll(ready).toEqual([503, 'ending']);
  for (const path of ['/', '/contact', '/healthz', '/rest/v1/products']) {
    const [answer] = (await once(get(`${shop.origin}${path}`, { agent }), 'response')) as [
      IncomingMessage,
    ];
    answer.resume();
    expect([path, answer.headers.connection]).toEqual([path, 'close']);
  }
  expect((await fetch(shop.origin)).status).toBe(200);
  // Ctrl+C does not wait for proxies.
  process.kill(shop.pid, 'SIGINT');
  expect(await shop.stop()).toBe(0);
});

it('takes no more requests, and starts no more, once migrations have outgrown it', async () => {
  const url = await postgres.newMigratedDatabase();
  const env = { DATABASE_URL: url };
  const shop = await start(env);
  await postgres.run(
    url,
    `create or replace function private.oldest_program() returns text
      language sql immutable as $$ select '99990101000000' $$`,
  );
  const answer = await fetch(`${shop.origin}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'older than its database' },
  ]);
  await expect(start(env)).rejects.toThrow(
    /ended with code 1:\nThe shop cannot start: This version of the shop \(schema \d+\) is too old for its database, which needs 99990101000000 or newer\. [^\n]*\n$/,
  );
});
