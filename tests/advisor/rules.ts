/**
 * The hosted platform's database advisor checks, as our own queries. Each returns one column,
 * `subject`: what it found, in words that stay the same between runs. Rules about usage and wear
 * (unused indexes, bloat) say nothing about a schema and are left out.
 */
export interface Rule {
  name: string;
  level: 'error' | 'warning';
  query: string;
}

const ours = `('public', 'private')`;
const clients = `array['anon', 'authenticated']`;
const seenByClients = (relation: string) =>
  `exists (select from unnest(${clients}) client where has_table_privilege(client, ${relation}, 'select'))`;

/** Policies with their expressions, tables and roles. */
const policies = `
  select p.*, c.relname, n.nspname, c.relrowsecurity,
    coalesce(pg_get_expr(p.polqual, p.polrelid), '') as qual,
    coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') as checked
  from pg_policy p
  join pg_class c on c.oid = p.polrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private', 'storage')`;

const commands = `(values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd')) as commands (command, letter)`;

export const rules: readonly Rule[] = [
  {
    name: 'table without row security',
    level: 'error',
    query: `select c.relname as subject from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relrowsecurity`,
  },
  {
    name: 'policies without row security',
    level: 'error',
    query: `select distinct relname as subject from (${policies}) p where not relrowsecurity`,
  },
  {
    name: 'view with its owner’s rights',
    level: 'error',
    query: `select c.relname as subject from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' and ${seenByClients('c.oid')}
        and not coalesce(c.reloptions::text[] && array['security_invoker=true', 'security_invoker=on'], false)`,
  },
  {
    name: 'accounts shown by a view',
    level: 'error',
    query: `select distinct c.relname as subject from pg_class c
      join pg_rewrite r on r.ev_class = c.oid
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
        and d.refobjid = 'auth.users'::regclass and ${seenByClients('c.oid')}`,
  },
  {
    name: 'policy believes what users say of themselves',
    level: 'error',
    query: `select relname || ': ' || polname as subject from (${policies}) p
      where qual || checked ~ 'user_metadata'`,
  },
  {
    name: 'foreign key to something else than an account’s id',
    level: 'error',
    query: `select k.conname as subject from pg_constraint k
      join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and t.relnamespace = 'auth'::regnamespace
        and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_constraint p
          where p.conrelid = t.oid and p.contype = 'p' and p.conkey = k.confkey)`,
  },
  {
    name: 'column with secrets that clients may read',
    level: 'error',
    query: `select c.relname || '.' || a.attname as subject from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
        and a.attname ~* '(password|secret|token|api_?key|ssn|card_?number|cvv|iban)'
        and exists (select from unnest(${clients}) client
          where has_column_privilege(client, c.oid, a.attnum, 'select'))`,
  },
  {
    name: 'public bucket that anybody may list',
    level: 'warning',
    query: `select relname || ': ' || polname as subject from (${policies}) p
      where nspname = 'storage' and relname = 'objects' and polcmd in ('r', '*')
        and (polroles = '{0}' or 'anon'::regrole = any (polroles))`,
  },
  {
    name: 'table without a primary key',
    level: 'warning',
    query: `select n.nspname || '.' || c.relname as subject from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${ours} and c.relkind in ('r', 'p')
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
  },
  {
    name: 'foreign key without an index',
    level: 'warning',
    query: `select n.nspname || '.' || k.conname as subject from pg_constraint k
      join pg_namespace n on n.oid = k.connamespace
      where n.nspname in ${ours} and k.contype = 'f'
        and not exists (select from pg_index i
          where i.indrelid = k.conrelid
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
  },
  {
    name: 'two indexes alike',
    level: 'warning',
    query: `select min(i.indexrelid::regclass::text) as subject from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${ours}
      group by i.indrelid, regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX [^ ]+ ON ', ' ON ')
      having count(*) > 1`,
  },
  {
    name: 'claims read for every row',
    level: 'warning',
    query: `select relname || ': ' || polname as subject from (${policies}) p
      where regexp_replace(qual || checked,
        '\\( SELECT (auth|private)\\.[a-z_]+\\([^()]*\\)', '', 'gi')
        ~* '(auth\\.(uid|role|jwt|email)|current_setting)\\('`,
  },
  {
    name: 'several policies for one role and command',
    level: 'warning',
    query: `select relname || ' for ' || command || ' as ' || role as subject
      from (${policies}) p, ${commands}, unnest(${clients}) as role
      where polpermissive and polcmd in (letter, '*')
        and (polroles = '{0}' or role::regrole = any (polroles))
      group by nspname, relname, command, role having count(*) > 1`,
  },
  {
    name: 'policy that lets everything through',
    level: 'warning',
    query: `select relname || ': ' || polname as subject from (${policies}) p
      where polpermissive and polcmd in ('a', 'w', 'd', '*')
        and qual in ('', 'true') and checked in ('', 'true')`,
  },
  {
    name: 'row security without policies in reach of clients',
    level: 'warning',
    query: `select c.relname as subject from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and ${seenByClients('c.oid')}
        and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  },
  {
    name: 'function whose names depend on the caller',
    level: 'warning',
    query: `select p.oid::regprocedure::text as subject from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ${ours}
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and not coalesce(p.proconfig::text ~ 'search_path', false)`,
  },
  {
    name: 'function with its owner’s rights that clients may call',
    level: 'warning',
    query: `select p.proname || ' as ' || client as subject
      from pg_proc p, unnest(${clients}) as client
      where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and p.prorettype <> 'trigger'::regtype and has_function_privilege(client, p.oid, 'execute')`,
  },
  {
    name: 'extension in public',
    level: 'warning',
    query: `select extname as subject from pg_extension where extnamespace = 'public'::regnamespace`,
  },
  {
    name: 'extension that is not up to date',
    level: 'warning',
    query: `select name as subject from pg_available_extensions
      where installed_version is distinct from default_version and installed_version is not null`,
  },
  {
    name: 'materialised view or foreign table in reach of clients',
    level: 'warning',
    query: `select c.relname as subject from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('m', 'f')
        and ${seenByClients('c.oid')}`,
  },
  {
    name: 'column of a type that no upgrade carries over',
    level: 'warning',
    query: `select c.relname || '.' || a.attname as subject from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${ours} and c.relkind in ('r', 'p') and a.attnum > 0
        and a.atttypid::regtype::text in
          ('regproc', 'regprocedure', 'regoper', 'regoperator', 'regconfig', 'regcollation',
           'regdictionary', 'regnamespace')`,
  },
];
