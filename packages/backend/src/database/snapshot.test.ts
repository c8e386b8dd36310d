import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { copyEmptyPglite } from '../testing/databases.ts';
import { startPostgres } from '../testing/postgres-server.ts';
import type { Database, Queryable } from './database.ts';
import { openPglite } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

/**
 * Writes two rows per transaction, so that half of one would show. The returned function stops and
 * gives the count.
 */
function keepWriting(database: Database): () => Promise<number> {
  let isWanted = true;
  let rows = 0;
  const writing = (async () => {
    while (isWanted) {
      await database.transaction(async (tx) => {
        await tx.query({ text: `insert into pairs values (repeat('left', 200))` });
        await tx.query({ text: `insert into pairs values (repeat('right', 200))` });
      });
      rows += 2;
    }
  })();
  return async () => {
    isWanted = false;
    await writing;
    return rows;
  };
}

async function tryReading(database: Database): Promise<void> {
  await database.query({ text: 'create table pairs (side text)' });
  const stop = keepWriting(database);
  await expect.poll(() => count(database)).toBeGreaterThan(100);
  const before = await count(database);
  const snapshot = await database.connectToSnapshot();
  const seen = await count(snapshot);
  await expect.poll(() => count(database)).toBeGreaterThan(seen + 100);
  expect(seen).toBeGreaterThanOrEqual(before);
  expect(seen % 2).toBe(0);
  expect(await count(snapshot)).toBe(seen);
  snapshot.release();
  expect(await stop()).toBe(await count(database));
}

async function count(rows: Queryable): Promise<number> {
  const text = 'select count(*)::integer as count from pairs';
  return (await rows.query<{ count: number }>({ text })).rows[0]?.count ?? 0;
}

describe('reading a database as it was, while it is written', { timeout: 120_000 }, () => {
  it('works on embedded files, and leaves none behind', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'snapshot-'));
    onTestFinished(() => rm(parent, { recursive: true }));
    const dataDir = join(parent, 'data');
    await copyEmptyPglite(dataDir);
    await mkdir(join(dataDir, 'postgres.snapshot-of-a-killed-process'));
    const database = await openPglite({ dataDir });
    onTestFinished(() => database.close());
    await tryReading(database);
    await expect.poll(() => readdir(dataDir)).toEqual(['lock.sqlite', 'postgres']);
  });

  it('works on embedded files whose thread is lost meanwhile', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'snapshot-'));
    onTestFinished(() => rm(parent, { recursive: true }));
    await copyEmptyPglite(join(parent, 'data'));
    const database = await openPglite({ dataDir: join(parent, 'data') });
    onTestFinished(() => database.close());
    await database.query({ text: 'create table pairs as select generate_series(1, 10)' });
    const opening = database.connectToSnapshot();
    const files = () => readdirSync(join(parent, 'data'));
    while (!files().some((name) => name.includes('snapshot'))) await setImmediate();
    // The session in which the copy began is gone along with its thread.
    const endless = 'select count(*) from generate_series(1, 2000000000)';
    const caller = { role: 'postgres', claims: null, headers: {}, caller: 'somebody' };
    await expect(database.runAs(caller, { text: endless })).rejects.toMatchObject({
      code: '57014',
    });
    const snapshot = await opening;
    expect(await count(snapshot)).toBe(10);
    snapshot.release();
  });

  it('does not let the log of embedded files grow for ever', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'snapshot-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const database = await openPglite({ dataDir });
    onTestFinished(() => database.close());
    const restartsFrom = async () =>
      (await database.query({ text: 'select redo_lsn from pg_control_checkpoint()' })).rows;
    const before = await restartsFrom();
    await database.query({ text: 'create table pairs (side text)' });
    expect(await restartsFrom()).toEqual(before);
    vi.advanceTimersByTime(10 * 60_000);
    await expect.poll(restartsFrom).not.toEqual(before);
  });

  it('keeps the log of embedded files short however much is written', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'snapshot-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    await copyEmptyPglite(join(dataDir, 'data'));
    const database = await openPglite({ dataDir: join(dataDir, 'data') });
    onTestFinished(() => database.close());
    const megabytesToRead = async () => {
      const { rows } = await database.query<{ megabytes: number }>({
        text: `select ((pg_current_wal_insert_lsn() - redo_lsn) / 1048576)::integer as megabytes
          from pg_control_checkpoint()`,
      });
      return rows[0]?.megabytes ?? Number.NaN;
    };
    await database.query({ text: 'create table pairs (side text)' });
    for (let round = 0; round < 30; round += 1) {
      const text = `insert into pairs select repeat('left', 200) from generate_series(1, 1000)`;
      await database.query({ text });
    }
    await expect.poll(megabytesToRead, { timeout: 30_000 }).toBeLessThan(10);
    expect(await count(database)).toBe(30_000);
  });

  it('works on PostgreSQL', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const database = openPostgres({ connectionString: await server.newDatabase(), max: 3 });
    onTestFinished(() => database.close());
    await tryReading(database);
  });
});
