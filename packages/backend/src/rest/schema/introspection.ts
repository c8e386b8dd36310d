/**
 * The catalog queries that load the schema. $1 is the exposed schema's name; each returns one row
 * per object with plain JSON inside.
 */

/** Resolves chains of domains to their base type; PostgreSQL 17 has pg_basetype, 15 doesn't. */
const baseTypes = `
  with recursive base_types as (
    select oid, oid as base from pg_type where typbasetype = 0
    union all
    select t.oid, b.base from pg_type t join base_types b on t.typbasetype = b.oid
  )`;

export const tablesQuery = `${baseTypes}
  select
    c.relname as name,
    c.relkind in ('v', 'm') as "isView",
    (events.possible & 8) <> 0 as insertable,
    (events.possible & 4) <> 0 as updatable,
    (events.possible & 16) <> 0 as deletable,
    coalesce((
      select json_agg(a.attname order by array_position(k.conkey, a.attnum))
      from pg_constraint k
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
      where k.conrelid = c.oid and k.contype = 'p'
    ), '[]') as "primaryKey",
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname,
        'baseType', format_type(b.base, null),
        'type', format_type(a.atttypid, a.atttypmod),
        'isNullable', not (a.attnotnull or t.typnotnull),
        'defaultExpression', case
          when a.attgenerated <> '' then null
          when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(
            format('%I.%I', n.nspname, c.relname), a.attname))
          when a.attidentity = 'a' then null
          when d.adbin is not null then pg_get_expr(d.adbin, d.adrelid)
          else t.typdefault
        end,
        'enumLabels', coalesce((
          select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = b.base
        ), '[]')
      ) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      join base_types b on b.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select case
      -- Asking a foreign table's wrapper fails when it has no handler.
      when c.relkind = 'f' and not exists (
        select from pg_foreign_table f
        join pg_foreign_server s on s.oid = f.ftserver
        join pg_foreign_data_wrapper w on w.oid = s.srvfdw
        where f.ftrelid = c.oid and w.fdwhandler <> 0
      ) then 0
      else pg_relation_is_updatable(c.oid, true)
    end as possible
  ) as events
  where n.nspname = $1
    and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not c.relispartition
  order by c.relname`;

/** Foreign keys of the whole database: a view may show columns of a table that isn't exposed. */
export const foreignKeysQuery = `
  select
    k.conname as constraint,
    k.conrelid::int8 as "originId",
    k.confrelid::int8 as "targetId",
    (
      select json_agg(json_build_array(o.attnum, t.attnum) order by position)
      from unnest(k.conkey, k.confkey) with ordinality as pair (origin, target, position)
      join pg_attribute o on o.attrelid = k.conrelid and o.attnum = pair.origin
      join pg_attribute t on t.attrelid = k.confrelid and t.attnum = pair.target
    ) as columns,
    exists (
      select from pg_constraint u
      where u.conrelid = k.conrelid and u.contype in ('p', 'u')
        and u.conkey <@ k.conkey and k.conkey <@ u.conkey
    ) as "isUnique"
  from pg_constraint k
  where k.contype = 'f' and k.conparentid = 0
  order by k.conrelid, k.conname`;

/** The columns of every relation by number, to resolve the columns of keys and views. */
export const relationsQuery = `
  select
    c.oid::int8 as id,
    n.nspname as schema,
    c.relname as name,
    c.relkind in ('v', 'm') as "isView",
    coalesce((
      select json_agg(k.conkey) from pg_constraint k where k.conrelid = c.oid and k.contype = 'p'
    ) -> 0, '[]') as "primaryKey",
    (
      select json_object_agg(a.attnum, a.attname)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
    and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    and not c.relispartition`;

export const viewDefinitionsQuery = `
  select c.oid::int8 as id, c.relname as name, pg_get_viewdef(c.oid) as definition
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind in ('v', 'm')`;

export const functionsQuery = `${baseTypes}
  select
    p.proname as name,
    coalesce((
      select json_agg(json_build_object(
        'name', coalesce(p.proargnames[argument.position], ''),
        'type', case argument.type
          when 'character'::regtype then 'character varying'
          when 'character[]'::regtype then 'character varying[]'
          when 'bit'::regtype then 'bit varying'
          when 'bit[]'::regtype then 'bit varying[]'
          else format_type(argument.type, null)
        end,
        'required', argument.input <= p.pronargs - p.pronargdefaults,
        'variadic', argument.mode = 'v'
      ) order by argument.position)
      from (
        select type, mode, position, row_number() over (order by position) as input
        from unnest(
          coalesce(p.proallargtypes, p.proargtypes::oid[]),
          p.proargmodes
        ) with ordinality as every (type, mode, position)
        where coalesce(mode, 'i') in ('i', 'b', 'v')
      ) as argument
    ), '[]') as parameters,
    json_build_object(
      'schema', tn.nspname,
      'name', coalesce(tc.relname, t.typname),
      'isSet', p.proretset,
      'isComposite', t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false)
    ) as returns,
    case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end
      as volatility
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join base_types b on b.oid = p.prorettype
  join pg_type t on t.oid = b.base
  join pg_namespace tn on tn.oid = t.typnamespace
  left join pg_class tc on tc.oid = t.typrelid
  where n.nspname = $1
    and p.prokind = 'f'
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  order by p.proname, p.pronargs, p.oid`;

/** Functions that take a row of one relation and return rows of another. */
export const computedRelationshipsQuery = `
  select
    n.nspname as "functionSchema",
    p.proname as "functionName",
    oc.relname as origin,
    tc.relname as target,
    oc.oid = tc.oid as "isSelf",
    tc.relkind in ('v', 'm') as "targetIsView",
    not p.proretset or p.prorows = 1 as "isToOne",
    p.prorows as rows
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_class oc on oc.reltype = p.proargtypes[0]
  join pg_class tc on tc.reltype = p.prorettype
  join pg_namespace os on os.oid = oc.relnamespace
  join pg_namespace ts on ts.oid = tc.relnamespace
  where p.pronargs = 1
    and os.nspname = $1
    and ts.nspname = $1
    and oc.relkind in ('r', 'p', 'v', 'm', 'f')`;
