import { openPostgres } from '@liv-fit/backend/postgres';
import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import { afterAll } from 'vitest';
import { testMoneyPath } from './money-path.ts';

let server: PostgresServer | undefined;

testMoneyPath('PostgreSQL', async () => {
  server = await startPostgres();
  return openPostgres({ connectionString: await server.newDatabase() });
});

afterAll(() => server?.stop());
