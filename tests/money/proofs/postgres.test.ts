import { openPostgres } from '@liv-fit/backend/postgres';
import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { proveSettling } from './proofs.ts';
import { proveKills } from './prove-kills.ts';
import { waysToPay } from './ways-to-pay.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

proveSettling('PostgreSQL', async () =>
  openPostgres({ connectionString: await server.newDatabase() }),
);

describe('a process that dies', () => {
  for (const way of waysToPay) {
    proveKills(way, 'PostgreSQL', async () => ({ url: await server.newDatabase() }));
  }
});
