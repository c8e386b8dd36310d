import type { Queryable } from '../database/database.ts';

/** Our tables whose row security would stop the service role although it has privileges on them. */
const stopped = `
  select c.oid::regclass::text as name from pg_class c
  where c.relrowsecurity and pg_has_role(c.relowner, 'usage')
    and exists (select from pg_roles where rolname = 'service_role' and not rolbypassrls)
    and (has_any_column_privilege('service_role', c.oid, 'select, insert, update')
      or has_table_privilege('service_role', c.oid, 'delete'))
    and not exists (
      select from pg_policy p
      where p.polrelid = c.oid and p.polname = 'The service role passes row security'
    )`;

export async function findStopped(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>({ text: stopped });
  return rows.map(({ name }) => name);
}

/**
 * On a hosted project the service role has BYPASSRLS, which only a superuser can grant. Without it,
 * a policy on each table does the same.
 */
export async function bypassRlsForServiceRole(connection: Queryable): Promise<void> {
  for (const name of await findStopped(connection)) {
    await connection.query({
      text: `create policy "The service role passes row security" on ${name}
        to service_role using (true) with check (true)`,
    });
  }
}
