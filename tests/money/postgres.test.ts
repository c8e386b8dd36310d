import { afterAll } from 'vitest';
import { openPostgres } from '#backend/database/open-postgres.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { testMoneyPath } from './money-path.ts';

let server: PostgresServer | undefined;

testMoneyPath('PostgreSQL', async () => {
  server = await startPostgres();
  return openPostgres({ connectionString: await server.newDatabase() });
});

afterAll(() => server?.stop());
