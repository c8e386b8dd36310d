import { openPostgres } from '@liv-fit/backend/postgres';
import { afterAll } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { testMoneyPath } from './money-path.ts';

let server: MigratedPostgres | undefined;

testMoneyPath('PostgreSQL', async () => {
  server = await startMigratedPostgres();
  return openPostgres({ connectionString: await server.newMigratedDatabase() });
});

afterAll(() => server?.stop());
