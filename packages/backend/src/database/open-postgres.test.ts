import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { createKysely } from './create-kysely.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailable } from './database-error.ts';
import { openPostgres } from './open-postgres.ts';

/** Forwards everything, but replaces the session number with one of its own. */
async function startPooler(to: string) {
  const sockets: Socket[] = [];
  const server = createServer((inside) => {
    const outside = connect(Number(new URL(to).port), '127.0.0.1');
    sockets.push(inside, outside);
    inside.pipe(outside);
    outside.on('data', (bytes) => {
      const at = bytes.indexOf(backendKeyData);
      if (at >= 0) bytes.writeInt32BE(1, at + backendKeyData.length);
      inside.write(bytes);
    });
    outside.on('end', () => inside.end());
    for (const socket of [inside, outside]) socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
/** The start of that message: its type and length. */
const backendKeyData = Buffer.from('K\0\0\0\u000c');

describe('PostgreSQL', () => {
  let server: PostgresServer;
  let database: Database;
  const context = { role: 'postgres', claims: null, headers: {} };

  beforeAll(async () => {
    server = await startPostgres();
    database = openPostgres({
      connectionString: server.url,
      max: 2,
      statementTimeout: 100,
      acquireTimeout: 200,
    });
  });

  afterAll(async () => {
    await database?.close();
    await server?.stop();
  });

  it('ends a transaction that stands still, and frees what it has locked', async () => {
    const impatient = openPostgres({ connectionString: server.url, idleTransactionTimeout: 300 });
    onTestFinished(() => impatient.close());
    const db = createKysely<{ stock: { left: number } }>(impatient);
    await impatient.query({ text: 'create table stock as select 1 as left' });
    const take = { text: 'update stock set "left" = "left" - 1' };
    type StandStill = () => Promise<void>;
    for (const begin of [
      (standStill: StandStill) =>
        impatient.transaction(async (tx) => {
          await tx.query(take);
          await standStill();
        }),
      (standStill: StandStill) =>
        impatient.transactionAs(context, async (tx) => {
          await tx.query(take);
          await standStill();
        }),
      (standStill: StandStill) =>
        db.transaction().execute(async (tx) => {
          await tx.updateTable('stock').set({ left: 7 }).execute();
          await standStill();
        }),
    ]) {
      const taken = Promise.withResolvers<void>();
      const freed = Promise.withResolvers<void>();
      const ended = expect(
        begin(() => {
          taken.resolve();
          return freed.promise;
        }),
      ).rejects.toBeInstanceOf(DatabaseUnavailable);
      await taken.promise;
      // Waits for the lock.
      await database.query({ text: 'select from stock for update' });
      freed.resolve();
      await ended;
    }
    const { rows } = await database.query({ text: 'select "left" from stock' });
    expect(rows).toEqual([{ left: 1 }]);
    await database.query({ text: 'drop table stock' });
  });

  it('ends a caller’s statement that takes too long', async () => {
    await expect(database.runAs(context, { text: 'select pg_sleep(5)' })).rejects.toMatchObject({
      code: '57014',
    });
  });

  it('ends a statement that keeps others waiting behind a pooler, which hides its session', async () => {
    const pooler = await startPooler(server.url);
    const hidden = openPostgres({ connectionString: pooler.url, max: 2, statementTimeout: 60_000 });
    const long = ['ann', 'bob'].map((caller) =>
      hidden.runAs({ ...context, caller }, { text: 'select pg_sleep(60)' }),
    );
    const outcomes = Promise.allSettled(long);
    const others = ['cid', 'dot'].map((caller) =>
      hidden.runAs({ ...context, caller }, { text: 'select 1' }),
    );
    await Promise.all(others);
    await hidden.query({
      text: `select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
    });
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await hidden.close();
    pooler.close();
  });

  it('tells typed transactions by code what ended their first statement, and keeps nothing of them', async () => {
    const own = openPostgres({ connectionString: server.url, max: 2 });
    onTestFinished(() => own.close());
    await own.query({ text: 'create table counted (id int primary key, n int)' });
    await own.query({ text: 'insert into counted values (1, 0)' });
    interface Tables {
      counted: { id: number; n: number };
    }
    const kysely = createKysely<Tables>(own);
    const add = (tx: typeof kysely) =>
      tx
        .updateTable('counted')
        .set((row) => ({ n: row('n', '+', 1) }))
        .where('id', '=', 1)
        .execute();

    const conflicting = kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await tx.selectFrom('counted').select('n').execute();
        await add(kysely);
        await add(tx);
      });
    await expect(conflicting).rejects.toMatchObject({ code: '40001' });

    const canceled = kysely.transaction().execute(async (tx) => {
      await sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(3600)`.execute(tx);
    });
    await expect(canceled).rejects.toMatchObject({ code: '57014' });

    // Both connections are used.
    const both = await Promise.all([own.connect(), own.connect()]);
    for (const connection of both) {
      const { rows } = await connection.query({
        text: `select pg_current_xact_id_if_assigned() is null and now() = statement_timestamp() as clean,
          n from counted`,
      });
      expect(rows).toEqual([{ clean: true, n: 1 }]);
      connection.release();
    }
  });

  it('gives a connection up that is silent at the first statement of a typed transaction', async () => {
    const impatient = openPostgres({ connectionString: server.url, max: 1, answerTimeout: 200 });
    onTestFinished(() => impatient.close());
    const kysely = createKysely<Record<string, never>>(impatient);
    const silent = kysely.transaction().execute((tx) => sql`select pg_sleep(3600)`.execute(tx));
    await expect(silent).rejects.toThrow(DatabaseUnavailable);
    const next = async () => {
      const query = kysely.transaction().execute((tx) => sql`select 1 as one`.execute(tx));
      return (await query.catch(() => null))?.rows;
    };
    // A busy machine may make it wait as long again.
    await expect.poll(next, { timeout: 30_000 }).toEqual([{ one: 1 }]);
  });

  it('leaves no statement running that nobody is waiting for anymore', async () => {
    const impatient = openPostgres({ connectionString: server.url, max: 2, answerTimeout: 200 });
    await database.query({ text: 'create table locked (id int)' });
    const holder = await database.connect();
    onTestFinished(async () => {
      await holder.query({ text: 'rollback' });
      holder.release();
      await impatient.close();
    });
    await holder.query({ text: 'begin' });
    await holder.query({ text: 'lock table locked' });
    // One is computing, one is waiting for a lock.
    const asked = ['select count(*) from generate_series(1, 1e12)', 'select id from locked'];
    const answers = await Promise.allSettled(asked.map((text) => impatient.query({ text })));
    for (const answer of answers) {
      expect(answer).toMatchObject({ reason: expect.any(DatabaseUnavailable) });
    }
    await expect
      .poll(
        async () => {
          const { rows } = await database.query<{ query: string }>({
            text: `select query from pg_stat_activity where state <> 'idle' and query = any ($1)`,
            values: [asked],
          });
          return rows;
        },
        { timeout: 30_000 },
      )
      .toEqual([]);
  });

  it('says that it is unavailable when no connection becomes free', async () => {
    const held = [await database.connect(), await database.connect()];
    const waiting = database.runAs(context, { text: 'select 1' });
    await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(waiting).rejects.toMatchObject({ poolExhausted: true, retryable: true });
    for (const connection of held) connection.release();
  });

  it('says that it is unavailable when the server cannot be reached', async () => {
    const nowhere = openPostgres({ connectionString: 'postgres://127.0.0.1:1/none' });
    await expect(nowhere.query({ text: 'select 1' })).rejects.toBeInstanceOf(DatabaseUnavailable);
    await nowhere.close();
  });

  it('survives connections that are cut, idle or in use', async () => {
    const survivor = openPostgres({ connectionString: server.url, max: 2 });
    const other = openPostgres({ connectionString: server.url });
    const cutAll = () =>
      other.query({
        text: `select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      });
    await survivor.query({ text: 'select 1' });
    await cutAll();
    const connection = await survivor.connect().catch(() => null);
    if (connection) {
      const sleeping = connection.query({ text: 'select pg_sleep(5)' });
      const cut = expect(sleeping).rejects.toBeInstanceOf(DatabaseUnavailable);
      await cutAll();
      await cut;
      connection.release(true);
    }
    // Each closed connection costs one attempt at most.
    const attempts = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      attempts.push(...(await Promise.allSettled([survivor.query({ text: 'select 1' })])));
    }
    expect(attempts.at(-1)?.status).toBe('fulfilled');
    await survivor.close();
    await other.close();
  });

  it('asks after seconds whether a silent server is still there, and waits for no connection forever', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    onTestFinished(() => keepAlive.mockRestore());
    const listening = openPostgres({ connectionString: server.url });
    await (await listening.listen('somewhere', () => {}))();
    await listening.close();
    expect(keepAlive.mock.calls.map(([on, delay]) => [on, delay])).toEqual([[true, 10_000]]);

    // Accepts connections and says nothing.
    const silent = createServer(() => {});
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const waiting = openPostgres({
      connectionString: `postgres://anyone@127.0.0.1:${port}/shop`,
      acquireTimeout: 50,
    });
    await expect(waiting.listen('somewhere', () => {})).rejects.toThrow(/timeout/i);
    await waiting.close();
  });

  it('limits prepared statements however many different ones it runs', async () => {
    const single = openPostgres({ connectionString: server.url, max: 1 });
    for (let index = 0; index < 400; index += 1) {
      await single.runAs(context, { name: `s${index}`, text: `select ${index}` });
    }
    const { rows } = await single.query<{ count: number }>({
      text: 'select count(*) from pg_prepared_statements',
    });
    expect(rows[0]?.count).toBeLessThanOrEqual(251);
    await single.close();
  });
});
