import { openPostgres } from '@liv-fit/backend/postgres';
import { afterAll, beforeAll, describe } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { proveSettling } from './proofs.ts';
import { proveKills } from './prove-kills.ts';
import { waysToPay } from './ways-to-pay.ts';

let server: MigratedPostgres;
beforeAll(async () => {
  server = await startMigratedPostgres();
});
afterAll(() => server?.stop());

let url = '';
proveSettling(
  'PostgreSQL',
  async () => {
    url = await server.newMigratedDatabase();
    return openPostgres({ connectionString: url });
  },
  () => ({ url }),
);

describe('a process that dies', () => {
  for (const way of waysToPay) {
    proveKills(way, 'PostgreSQL', async () => ({ url: await server.newMigratedDatabase() }));
  }
});
