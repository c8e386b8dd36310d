import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyEmptyPglite } from '../testing/databases.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import type { Database, RequestContext } from './database.ts';
import { CallerBusy, DatabaseClosing } from './database-error.ts';
import { openPglite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

let server: PostgresServer | undefined;
let dataDir: string;

const kinds = [
  {
    name: 'PGlite',
    open: async () => {
      await copyEmptyPglite(dataDir);
      return openPglite({ dataDir });
    },
  },
  {
    name: 'PostgreSQL',
    open: async () => {
      server = await startPostgres();
      // Shorter than the usual eight seconds: while a connection is free, nothing else cancels them.
      return openPostgres({ connectionString: server.url, statementTimeout: 1_500 });
    },
  },
];

const asked = (caller?: string): RequestContext => ({
  role: 'postgres',
  claims: null,
  headers: {},
  ...(caller ? { caller } : {}),
});
const endless = { text: 'select count(*) from generate_series(1, 20000000000)' };
const short = { text: 'select 1 as one' };
const nothing = () => {};

describe.each(kinds)('a caller with long statements on $name', { timeout: 60_000 }, (kind) => {
  let database: Database;

  beforeAll(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'long-')), 'data');
    database = await kind.open();
    await database.query({ text: 'create table kept (id int)' });
  });

  afterAll(async () => {
    await server?.stop();
    server = undefined;
    await rm(join(dataDir, '..'), { recursive: true, force: true });
  });

  it('is ended alone, and everyone waiting is answered', async () => {
    const slow = database.runAs(asked('slow'), endless);
    slow.catch(nothing);
    const others = Array.from({ length: 20 }, (_, index) =>
      database.runAs<{ one: number }>(asked(`shopper ${index}`), short),
    );
    const own = database.query({ text: 'insert into kept values (1)' });
    expect((await Promise.all(others)).map(({ rows }) => rows[0]?.one)).toEqual(Array(20).fill(1));
    await own;
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    const { rows } = await database.query({ text: 'select id from kept' });
    expect(rows).toEqual([{ id: 1 }]);
  });

  it('gets twelve at once no more than its share', async () => {
    const done: string[] = [];
    const slow = Array.from({ length: 12 }, () =>
      database
        .runAs(asked('a dozen'), endless)
        .catch((error) => done.push(error instanceof CallerBusy ? 'refused' : 'slow')),
    );
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        await database.runAs(asked(`visitor ${index}`), short);
        done.push('visitor');
      }),
    );
    // Answered while the dozen was running, not after it.
    expect(done.filter((name) => name === 'slow').length).toBeLessThan(12);
    await Promise.all(slow);
  });

  it('cannot hold others up between its statements', async () => {
    const forgotten = database.transactionAs(asked('forgetful'), async (tx) => {
      await tx.query({ text: 'insert into kept values (2)' });
      await new Promise(nothing);
    });
    forgotten.catch(nothing);
    const others = Array.from({ length: 12 }, (_, index) =>
      database.transactionAs(asked('forgetful too'), async (tx) => {
        if (index < 4) await new Promise(nothing);
        return tx.query(short);
      }),
    );
    for (const other of others) other.catch(nothing);
    await database.runAs(asked('shopper'), short);
    await database.query(short);
    await expect(forgotten).rejects.toMatchObject({ code: '57014' });
    const { rows } = await database.query({ text: 'select id from kept where id = 2' });
    expect(rows).toEqual([]);
    await Promise.allSettled(others);
  });

  it('ends a pattern that would run forever', async () => {
    const matching = database.runAs(asked('pattern'), {
      text: `select count(*) from generate_series(1, 1000000) as n
        where repeat('abcdefghij ', 2000 + n % 1000) ~ $1`,
      values: ['((((.{1,50}){1,50}){1,5}){1,5})zz$'],
    });
    matching.catch(nothing);
    await database.runAs(asked('shopper'), short);
    await expect(matching).rejects.toMatchObject({ code: '57014' });
  });

  it('listens again afterwards', async () => {
    const received: string[] = [];
    const arrived = Promise.withResolvers<void>();
    await database.listen('news', (payload) => {
      received.push(payload);
      if (payload === 'after') arrived.resolve();
    });
    const slow = database.runAs(asked('another'), endless);
    slow.catch(nothing);
    await database.runAs(asked('shopper'), short);
    await database.query({ text: `select pg_notify('news', 'after')` });
    await arrived.promise;
    expect(received).toContain('after');
    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });

  it('does not keep the database from closing', async () => {
    const slow = database.runAs(asked('the last'), endless);
    slow.catch(nothing);
    await new Promise((resolve) => setImmediate(resolve));
    await database.close();
    await expect(slow).rejects.toBeInstanceOf(DatabaseClosing);
  });
});

it('lets what the secret key asks for take its time on PGlite, while others wait', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'long-')), 'data');
  await copyEmptyPglite(folder);
  const database = await openPglite({ dataDir: folder });
  await database.query({ text: 'create role service_role' });
  const bulk = database.runAs<{ count: number }>(
    { ...asked(), role: 'service_role' },
    { text: 'select count(*) from generate_series(1, 8000000)' },
  );
  await Promise.all([bulk, database.runAs(asked('shopper'), short)]);
  expect((await bulk).rows).toEqual([{ count: 8_000_000 }]);
  await database.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});
