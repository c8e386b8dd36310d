import type { Database } from '@liv-fit/backend/database';
import { openPostgres } from '@liv-fit/backend/postgres';
import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withJobLock } from '#server/jobs/with-job-lock.ts';

let server: PostgresServer | undefined;
let replicas: Database[] = [];

beforeAll(async () => {
  server = await startPostgres();
  const connectionString = await server.newDatabase();
  replicas = [openPostgres({ connectionString }), openPostgres({ connectionString })];
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  await server?.stop();
});

it('runs a job on one replica at a time and skips it on the others', async () => {
  const [first, second] = replicas;
  if (!first || !second) throw new Error('no replicas');
  const done: string[] = [];
  await withJobLock(first, 'reconcile', async () => {
    await withJobLock(second, 'reconcile', async () => done.push('second, meanwhile'));
    await withJobLock(second, 'prune', async () => done.push('second, another job'));
    done.push('first');
  });
  await withJobLock(second, 'reconcile', async () => done.push('second, afterwards'));
  expect(done).toEqual(['second, another job', 'first', 'second, afterwards']);
});

it('releases the lock when the job fails', async () => {
  const [first, second] = replicas;
  if (!first || !second) throw new Error('no replicas');
  const failing = withJobLock(first, 'compare', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  let ran = false;
  await withJobLock(second, 'compare', async () => {
    ran = true;
  });
  expect(ran).toBe(true);
});
