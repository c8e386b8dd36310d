import type { Database } from '@liv-fit/backend/database';
import type { Client } from '#tests/rls/shop.ts';

/** A table or view under test. */
export interface Relation {
  name: string;
  key: string;
  /** Columns each role may read, insert and update. */
  columns: Record<'anon' | 'authenticated' | 'service_role', ColumnRights>;
}

interface ColumnRights {
  select: string[];
  insert: string[];
  update: string[];
}

export interface Routine {
  name: string;
  parameters: string[];
}

export type Role = keyof Relation['columns'];

const relationsQuery = `
  select c.relname as name,
    (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as key,
    (select json_object_agg(role, (
      select json_object_agg(right_name, coalesce((
        select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' and a.attidentity = ''
          and has_column_privilege(role, c.oid, a.attnum, right_name)
      ), '[]')) from unnest(array['select', 'insert', 'update']) as right_name
    )) from unnest(array['anon', 'authenticated', 'service_role']) as role) as columns
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  order by c.relname`;

const routinesQuery = `
  select p.proname as name,
    coalesce((select json_agg(n order by position)
      from unnest(p.proargnames) with ordinality as names (n, position)
      where position <= p.pronargs), '[]') as parameters
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and p.prorettype <> 'trigger'::regtype
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, p.pronargs`;

export async function listRelations(database: Database): Promise<Relation[]> {
  return (await database.query<Relation>({ text: relationsQuery })).rows;
}

export async function listRoutines(database: Database): Promise<Routine[]> {
  return (await database.query<Routine>({ text: routinesQuery })).rows;
}

// biome-ignore lint/suspicious/noExplicitAny: the client of a database known only at run time.
type AnyClient = any;
interface Answer {
  status: number;
  count: number | null;
  error: { code: string } | null;
}

/** One row as seen by the service role, to write back; rolled back afterwards. */
export type Sample = Record<string, unknown>;

const undone = { Prefer: 'tx=rollback' };

function outcome({ status, error, count }: Answer, total: number): string {
  if (status === 401 && error?.code !== '42501') return error?.code ?? '401';
  if (error?.code === '42501') return 'refused';
  // A constraint (a duplicate, a missing value) is checked only after row security has allowed the
  // write.
  if (error?.code.startsWith('23')) return 'allowed';
  // A view over a function accepts writes from nobody.
  if (error?.code === '55000') return 'never';
  if (error) return error.code;
  if (count === null) return 'allowed';
  if (count === 0) return 'none';
  return count === total ? 'all' : count === 1 ? 'one' : 'some';
}

/**
 * What one caller can do: `all`, `some`, `one` or `none` of the rows, `refused` without the right,
 * `allowed` for a call that row security permits, `never` if nobody can, or an error's code. All
 * changes are rolled back.
 */
export async function probeRelation(
  typed: Client,
  role: Role,
  { name, key, columns }: Relation,
  sample: Sample,
  total: number,
): Promise<Record<'select' | 'insert' | 'update' | 'delete', string>> {
  const client = typed as AnyClient;
  const rights = columns[role];
  const readable = rights.select.length > 0 ? rights.select.join(',') : '*';
  const exact = { count: 'exact' } as const;
  const select: Answer = await client.from(name).select(readable, exact).limit(1);
  const others = Object.keys(sample).filter((column) => column !== key);
  const insertable = others.filter((column) => rights.insert.includes(column));
  const written = insertable.length > 0 ? insertable : others;
  const row = Object.fromEntries(written.map((column) => [column, sample[column]]));
  const insert: Answer = await setPrefer(client.from(name).insert(row));
  const changed =
    others.findLast((column) => rights.update.includes(column)) ?? (others.at(-1) as string);
  const everyRow = (query: AnyClient) => setPrefer(query.not(key, 'is', null));
  const update: Answer = await everyRow(
    client.from(name).update({ [changed]: sample[changed] }, exact),
  );
  const remove: Answer = await everyRow(client.from(name).delete(exact));
  return {
    select: outcome(select, total),
    insert: outcome({ ...insert, count: null }, total),
    update: outcome(update, total),
    delete: outcome(remove, total),
  };
}

export async function probeRoutine(typed: Client, { name, parameters }: Routine): Promise<string> {
  const client = typed as AnyClient;
  const nothing = Object.fromEntries(parameters.map((parameter) => [parameter, null]));
  const answer: Answer = await setPrefer(client.rpc(name, nothing));
  return outcome({ ...answer, count: null }, 0);
}

function setPrefer(query: AnyClient): Promise<Answer> {
  const given: string | null = query.headers.get('Prefer');
  return query.setHeader('Prefer', [given, undone.Prefer].filter(Boolean).join(','));
}
