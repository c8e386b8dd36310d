import type { Connection } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import type { TransferTable } from './describe-tables.ts';

/**
 * Disables triggers until the transaction ends or `end` is called, so that rows are written
 * unchanged: no trigger sends an email, corrects a price or writes an audit entry. Needs a role
 * that may set session_replication_role. For other roles it only works on the tables they own; the
 * remaining triggers see the service role, and the setting `transfer.importing` tells them that the
 * rows aren't new.
 */
export async function restTriggers(
  connection: Connection,
  tables: readonly TransferTable[],
): Promise<{ end(): Promise<void> }> {
  await connection.query({
    text: `select set_config('request.jwt.claims', '{"role":"service_role"}', true),
      set_config('storage.allow_delete_query', 'true', true),
      set_config('transfer.importing', 'true', true)`,
  });
  await connection.query({ text: 'savepoint before_replica' });
  try {
    await connection.query({ text: 'set local session_replication_role = replica' });
    return { end: async () => {} };
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
    await connection.query({ text: 'rollback to savepoint before_replica' });
  }
  const { rows } = await connection.query<{ sql: string }>({
    text: `select name as sql from unnest($1::text[]) as name
      join pg_class c on c.oid = name::regclass
      where pg_has_role(c.relowner, 'member')`,
    values: [tables.map(({ sql }) => sql)],
  });
  const alter = async (word: 'disable' | 'enable') => {
    for (const { sql } of rows) {
      await connection.query({ text: `alter table ${sql} ${word} trigger user` });
    }
  };
  await alter('disable');
  return { end: () => alter('enable') };
}
