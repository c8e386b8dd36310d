import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import type { Database } from './database.ts';
import { DatabaseUnavailable } from './database-error.ts';
import { openPostgres } from './open-postgres.ts';

let server: PostgresServer;
let database: Database;
const context = { role: 'postgres', claims: null, headers: {} };
const select = { text: 'select 1 as one' };

beforeAll(async () => {
  server = await startPostgres();
  database = openPostgres({
    connectionString: server.url,
    max: 3,
    statementTimeout: 200,
    acquireTimeout: 300,
    answerTimeout: 300,
  });
});
afterAll(async () => {
  await server?.thaw();
  await database?.close();
  await server?.stop();
});

/** Fills the pool with open, idle connections. */
async function warm() {
  await Promise.all([1, 2, 3].map(() => database.query({ text: 'select pg_sleep(0.05)' })));
}

it('gives up a server that accepts and never answers, whatever was asked of it', async () => {
  await warm();
  const connection = await database.connect();
  await server.freeze();
  const asked = await Promise.allSettled([
    connection.query(select),
    database.runAs(context, select),
    database.transaction((tx) => tx.query(select)),
    // These find no free connection and can't open one.
    database.query(select),
    database.transactionAs(context, (tx) => tx.query(select)),
    ...Array.from({ length: 20 }, () => database.runAs(context, select)),
  ]);
  connection.release();
  expect(asked.map((answer) => answer.status)).toEqual(Array(25).fill('rejected'));
  for (const answer of asked) {
    expect((answer as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailable);
  }
});

it('answers again once the server does, with as many connections as before', async () => {
  await server.thaw();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => database.runAs<{ one: number }>(context, select)),
  );
  expect(answers.every(({ rows }) => rows[0]?.one === 1)).toBe(true);
  const held = await Promise.all([1, 2, 3].map(() => database.connect()));
  for (const connection of held) connection.release();
});

it('rolls back what was under way when it was given up', async () => {
  await database.query({ text: 'create table kept (id int)' });
  const work = database.transaction(async (tx) => {
    await tx.query({ text: 'insert into kept values (1)' });
    await server.freeze();
    await tx.query(select);
  });
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  await server.thaw();
  const { rows } = await database.query({ text: 'select id from kept' });
  expect(rows).toEqual([]);
});

it('is an outage too for callers whose statements it would have ended by then', async () => {
  const patient = openPostgres({
    connectionString: server.url,
    max: 3,
    statementTimeout: 100,
    acquireTimeout: 3_000,
    // Longer than a caller's turn may take.
    answerTimeout: 2_000,
  });
  try {
    await Promise.all([1, 2, 3].map(() => patient.query({ text: 'select pg_sleep(0.05)' })));
    await server.freeze();
    const asked = await Promise.allSettled([
      patient.runAs(context, select),
      patient.transactionAs(context, (tx) => tx.query(select)),
      patient.query(select, { caller: 'somebody' }),
    ]);
    for (const answer of asked) {
      expect((answer as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailable);
    }
  } finally {
    await server.thaw();
    await patient.close();
  }
});
