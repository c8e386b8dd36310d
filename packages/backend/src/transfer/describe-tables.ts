import type { Queryable } from '../database/database.ts';

export interface TransferTable {
  /** With its schema, such as `public.orders`. */
  name: string;
  /** Quoted for SQL. */
  sql: string;
  /** Writable columns, quoted for SQL. */
  columns: string[];
}

/** Accounts and their sign-in methods. Sessions aren't moved: everyone signs in again. */
const accountTables = ['auth.users', 'auth.identities', 'auth.mfa_factors'];

/**
 * Tokens of emailed links that may still be valid: whoever reads an export must not be able to sign
 * in with one.
 */
const tokenColumns: Readonly<Record<string, readonly string[]>> = {
  'auth.users': [
    'confirmation_token',
    'recovery_token',
    'email_change_token_new',
    'email_change_token_current',
    'phone_change_token',
    'reauthentication_token',
  ],
};

/** What an export reads from a table: every column, with those that grant access as empty text. */
export function exportedColumns({ name, columns }: TransferTable): string {
  const emptied = tokenColumns[name] ?? [];
  return columns
    .map((column) => (emptied.includes(column) ? `''::text as ${column}` : column))
    .join(', ');
}

const storageTables = ['storage.buckets', 'storage.objects'];

/**
 * The tables to move: all tables of the given schemas, the accounts, and the stored objects. A
 * table comes after those that its foreign keys refer to.
 */
export async function describeTables(
  from: Queryable,
  schemas: readonly string[],
): Promise<TransferTable[]> {
  const { rows } = await from.query<TransferTable & { needs: string[] }>({
    text: `select n.nspname || '.' || c.relname as name,
        format('%I.%I', n.nspname, c.relname) as sql,
        array(
          select format('%I', a.attname) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and a.attgenerated = ''
          order by a.attnum
        ) as columns,
        array(
          select format('%s.%s', fn.nspname, f.relname)
          from pg_constraint k
          join pg_class f on f.oid = k.confrelid
          join pg_namespace fn on fn.oid = f.relnamespace
          where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid
        ) as needs
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and (n.nspname = any ($1) or n.nspname || '.' || c.relname = any ($2))
      order by 1`,
    values: [schemas, [...accountTables, ...storageTables]],
  });
  const ordered: TransferTable[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) =>
      needs.every((name) => !waiting.has(name)),
    );
    // Tables that refer to each other go together; their keys are checked once all rows exist.
    for (const { name, sql, columns } of ready.length > 0 ? ready : [...waiting.values()]) {
      ordered.push({ name, sql, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

/** Versions of the project's applied migrations. */
export async function readMigrationVersions(from: Queryable): Promise<string[]> {
  const { rows } = await from.query<{ version: string }>({
    text: 'select version from supabase_migrations.schema_migrations order by version',
  });
  return rows.map(({ version }) => version);
}
