-- The lists of batches and valid codes found a code only as it is written: nothing for "sh-2041" where checks find SH2041.

-- One page of an admin list: searched, filtered and sorted. {"rows": [{…}], "total": 4, "more":
-- false}; counting stops at 10,000 rows, and `more` is then true. Words of one or two letters alone are
-- looked for among the newest 20,000 rows, and `more` says that there are others.
create or replace function public.admin_list(
  list text,
  search text default '',
  filters jsonb default '{}',
  sort text default 'created_at',
  ascending boolean default false,
  skip integer default 0,
  take integer default 10
) returns jsonb
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
declare
  searched text := private.searched_text(list);
  source regclass;
  conditions text := 'true';
  searches text := 'true';
  -- What is read: the list, or its newest rows.
  origin text;
  is_bounded boolean := false;
  most_looked_through constant integer := 20000;
  words text[] := private.typed_words(search);
  wanted record;
  most_counted constant integer := 10000;
  lower_case constant text := 'abcdefghijklmnopqrstuvwxyz -';
  upper_case constant text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  direction constant text := case when ascending then 'asc' else 'desc' end;
  total bigint;
  rows jsonb;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if searched is null then
    raise invalid_parameter_value using message = format('there is no list %L', list);
  end if;
  source := format('public.%I', list)::regclass;
  if take not between 1 and 1000 or skip < 0 then
    raise invalid_parameter_value using message = 'take is 1 to 1000, skip is 0 or more';
  end if;

  if cardinality(words) > 0 then
    if list = 'orders' then
      words := private.order_words(words);
    end if;
    searches := case
      when list = 'audit_log' then private.log_condition(searched, words)
      else private.words_condition(searched, words)
    end;
    if list in ('batches', 'validity_codes', 'product_validity_view') then
      -- Also what a check of the typed code would find.
      searches := format(
        '(%s or translate(code, %L, %L) = %L)',
        searches, lower_case, upper_case, nullif(translate(search, lower_case, upper_case), '')
      );
    end if;
  end if;
  for wanted in
    select filter.key, filter.value from jsonb_each(filters) as filter
    union all select sort, null
  loop
    if not exists (
      select from pg_catalog.pg_attribute a
      where a.attrelid = source and a.attname = wanted.key and a.attnum > 0 and not a.attisdropped
    ) then
      raise undefined_column using message = format('%I has no column %I', list, wanted.key);
    end if;
    if jsonb_typeof(wanted.value) = 'array' then
      -- An index keeps its order for one value alone.
      conditions := conditions || case when jsonb_array_length(wanted.value) = 1
        then format(' and %I = %L', wanted.key, wanted.value ->> 0)
        else format(
          ' and %I = any (%L)', wanted.key, array(select jsonb_array_elements_text(wanted.value))
        )
      end;
    elsif jsonb_typeof(wanted.value) = 'object' then
      if wanted.value ? 'from' then
        conditions := conditions || format(' and %I >= %L', wanted.key, wanted.value ->> 'from');
      end if;
      if wanted.value ? 'until' then
        conditions := conditions || format(
          case when (wanted.value ->> 'or_empty')::boolean
            then ' and (%1$I < %2$L or %1$I is null)'
            else ' and %1$I < %2$L'
          end,
          wanted.key, wanted.value ->> 'until'
        );
      end if;
    elsif jsonb_typeof(wanted.value) = 'null' then
      conditions := conditions || format(' and %I is null', wanted.key);
    end if;
  end loop;

  origin := source::text;
  if cardinality(words) > 0 and not private.has_trigrams(words) and exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = source and a.attname = 'created_at' and not a.attisdropped
  ) then
    execute format(
      'select exists (select from %s where %s offset %s)', source, conditions, most_looked_through
    ) into is_bounded;
    if is_bounded then
      origin := format(
        '(select * from %s where %s order by created_at desc limit %s)',
        source, conditions, most_looked_through
      );
    end if;
  end if;
  conditions := conditions || ' and ' || searches;

  if cardinality(words) > 0 then
    -- What a search finds is looked for once: it is counted and, unless it is too much, shown from there.
    execute format(
      'with found as materialized (
         select id, %4$I as sorted_by from %6$s as rows where %2$s limit %3$s
       ),
       counted as (select count(*) as total from found)
       select counted.total, case when counted.total < %3$s then (
         select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
           select whole.* from (
             select * from found order by sorted_by %5$s, id %5$s limit $1 offset $2
           ) as shown
           cross join lateral (select * from %1$s where id = shown.id offset 0) as whole
           order by shown.sorted_by %5$s, shown.id %5$s
         ) as page
       ) end
       from counted',
      source, conditions, most_counted + 1, sort, direction, origin
    ) into total, rows using take, skip;
  else
    execute format(
      'select count(*) from (select from %s where %s limit %s) as counted',
      source, conditions, most_counted + 1
    ) into total;
  end if;
  if rows is null then
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
         select * from %1$s as rows where %2$s order by %3$I %4$s, id %4$s limit $1 offset $2
       ) as page',
      origin, conditions, sort, direction
    ) into rows using take, skip;
  end if;
  return jsonb_build_object(
    'total', least(total, most_counted), 'more', total > most_counted or is_bounded, 'rows', rows
  );
end
$$;
