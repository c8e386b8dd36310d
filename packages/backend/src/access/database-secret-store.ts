import type { Database, Queryable } from '../database/database.ts';
import type { SecretStore } from './secret-store.ts';

/** Stores secrets in a table that no API role can reach, shared by every process on that database. */
export function createDatabaseSecretStore(database: Database): SecretStore {
  return {
    async keep(name, generate) {
      await database.transaction(createTable);
      const kept = await read(database, name);
      if (kept !== null) return kept;
      await database.query({
        text: 'insert into backend.secrets (name, value) values ($1, $2) on conflict do nothing',
        values: [name, await generate()],
      });
      const stored = await read(database, name);
      if (stored === null) throw new Error(`The secret ${name} could not be stored`);
      return stored;
    },
    read: (name) => read(database, name),
    async replace(name, expected, next) {
      const { rowCount } = await database.query({
        text: 'update backend.secrets set value = $3 where name = $1 and value = $2',
        values: [name, expected, next],
      });
      return rowCount > 0;
    },
  };
}

async function createTable(tx: Queryable): Promise<void> {
  // "if not exists" still fails when two processes create the table at once, so they take turns.
  await tx.query({ text: `select pg_advisory_xact_lock(hashtext('backend.secrets'))` });
  await tx.query({ text: 'create schema if not exists backend' });
  await tx.query({ text: 'revoke all on schema backend from public' });
  await tx.query({
    text: `create table if not exists backend.secrets (
      name text primary key,
      value text not null,
      created_at timestamptz not null default now()
    )`,
  });
  await tx.query({ text: 'alter table backend.secrets enable row level security' });
}

async function read(database: Queryable, name: string): Promise<string | null> {
  const { rows } = await database.query<{ value: string }>({
    text: 'select value from backend.secrets where name = $1',
    values: [name],
  });
  return rows[0]?.value ?? null;
}
