import type { Database } from '@liv-fit/backend/database';

/** From now on, records how many rows each statement changes or deletes. */
export async function watchRows(
  database: Database,
  table: string,
  event: 'update' | 'delete',
): Promise<void> {
  for (const text of [
    'create table if not exists private.noted_rows (at text, tx xid8, count integer)',
    `create or replace function private.note_rows() returns trigger
      language plpgsql security definer set search_path = '' as $$
      begin
        insert into private.noted_rows
        select tg_table_name, pg_current_xact_id(), count(*) from old_rows;
        return null;
      end $$`,
    `create trigger note_rows after ${event} on ${table} referencing old table as old_rows
      for each statement execute function private.note_rows()`,
  ]) {
    await database.query({ text });
  }
}

/** Total rows, and the most in one transaction. `table` without its schema. */
export async function countRows(
  database: Database,
  table: string,
): Promise<{ total: number; most: number }> {
  const { rows } = await database.query<{ total: number; most: number }>({
    text: `select coalesce(sum(count), 0)::integer as total, coalesce(max(count), 0)::integer as most
      from (select sum(count) as count from private.noted_rows where at = $1 group by tx) as each`,
    values: [table],
  });
  return rows[0] ?? { total: 0, most: 0 };
}
