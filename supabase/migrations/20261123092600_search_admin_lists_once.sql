-- An admin list searched twice, once for the number of rows and once for a page of them.

-- One page of an admin list: searched, filtered and sorted. {"rows": [{…}], "total": 4, "more": false};
-- beyond 10,000 rows nobody counts on, and `more` is true.
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
  words text[] := private.typed_words(search);
  wanted record;
  most_counted constant integer := 10000;
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
    conditions := private.words_condition(searched, words);
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
      conditions := conditions || format(
        ' and %I = any (%L)', wanted.key, array(select jsonb_array_elements_text(wanted.value))
      );
    elsif jsonb_typeof(wanted.value) = 'object' then
      if wanted.value ? 'from' then
        conditions := conditions || format(' and %I >= %L', wanted.key, wanted.value ->> 'from');
      end if;
      if wanted.value ? 'until' then
        conditions := conditions || format(' and %I < %L', wanted.key, wanted.value ->> 'until');
      end if;
    elsif jsonb_typeof(wanted.value) = 'null' then
      conditions := conditions || format(' and %I is null', wanted.key);
    end if;
  end loop;

  if cardinality(words) > 0 then
    -- What a search finds is looked for once: it is counted and, unless it is too much, shown from there.
    execute format(
      'with found as materialized (select id from %1$s where %2$s limit %3$s),
       counted as (select count(*) as total from found)
       select counted.total, case when counted.total < %3$s then (
         select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
           select whole.* from found
           cross join lateral (select * from %1$s where id = found.id offset 0) as whole
           order by whole.%4$I %5$s, whole.id %5$s limit $1 offset $2
         ) as page
       ) end
       from counted',
      source, conditions, most_counted + 1, sort, direction
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
         select * from %1$s where %2$s order by %3$I %4$s, id %4$s limit $1 offset $2
       ) as page',
      source, conditions, sort, direction
    ) into rows using take, skip;
  end if;
  return jsonb_build_object(
    'total', least(total, most_counted), 'more', total > most_counted, 'rows', rows
  );
end
$$;
