import { openPostgres } from '@liv-fit/backend/postgres';
import { afterAll, beforeAll, describe } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { proveSettling } from './proofs.ts';
import { proveKills, proveKillsAtBeginning } from './prove-kills.ts';
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
    const lasting = async () => ({ url: await server.newMigratedDatabase() });
    proveKills(way, 'PostgreSQL', lasting);
    proveKillsAtBeginning(way, 'PostgreSQL', lasting);
  }
});
