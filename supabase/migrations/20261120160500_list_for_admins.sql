-- One page of any list of the admin area: searched, filtered, sorted and counted.
--
-- Why a function: under row security a search by pattern may use no index (the operator could leak
-- rows), so 50,000 orders would be read for every letter. This one asks first who is calling,
-- and then reads as the owner.

-- In what a list is searched. Null: no such list.
create function private.searched_text(list text) returns text
language sql immutable set search_path = '' as $$
  select case list
    when 'orders' then $e$(name || ' ' || email || ' ' || id::text)$e$
    when 'products' then $e$(name || ' ' || coalesce(slug, ''))$e$
    when 'contacts' then $e$(name || ' ' || email || ' ' || phone || ' ' || message)$e$
    when 'testimonials' then $e$(name || ' ' || content)$e$
    when 'partners' then $e$(name || ' ' || coalesce(description, ''))$e$
    when 'blog_posts' then $e$(title || ' ' || slug || ' ' || author_name)$e$
    when 'validity_codes' then $e$(code || ' ' || product_name)$e$
  end
$$;
revoke execute on function private.searched_text(text) from public;

-- filters: {"status": ["pending", "shipped"], "created_at": {"from": "…", "until": "…"}}; a list
-- means one of them, from is included and until is not. Answers {"total": 123, "rows": [{…}]}.
-- Raises insufficient_privilege for anybody but an admin.
create function public.admin_list(
  list text,
  search text default '',
  filters jsonb default '{}',
  sort text default 'created_at',
  ascending boolean default false,
  skip integer default 0,
  take integer default 10
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  searched text := private.searched_text(list);
  source regclass;
  conditions text := 'true';
  pattern text := '%' || replace(replace(replace(search, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  wanted record;
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

  if btrim(search) <> '' then
    conditions := searched || ' ilike $1';
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

  execute format('select count(*) from %s where %s', source, conditions)
    into total using pattern;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
       select * from %1$s where %2$s order by %3$I %4$s, id %4$s limit $2 offset $3
     ) as page',
    source, conditions, sort, case when ascending then 'asc' else 'desc' end
  ) into rows using pattern, take, skip;
  return jsonb_build_object('total', total, 'rows', rows);
end
$$;
revoke execute on function
  public.admin_list(text, text, jsonb, text, boolean, integer, integer) from public, anon;
grant execute on function
  public.admin_list(text, text, jsonb, text, boolean, integer, integer)
  to authenticated, service_role;

create index orders_payment_status_idx on public.orders (payment_status, created_at desc);
create index orders_status_idx on public.orders (status, created_at desc);
create index products_sold_out_idx on public.products (sold_out, created_at desc);

-- The expressions are those of private.searched_text. A server without the module searches without
-- an index.
do $$
begin
  if not exists (select from pg_available_extensions where name = 'pg_trgm') then
    return;
  end if;
  create extension if not exists pg_trgm with schema extensions;
  create index orders_search_idx on public.orders
    using gin ((name || ' ' || email || ' ' || id::text) extensions.gin_trgm_ops);
  create index products_search_idx on public.products
    using gin ((name || ' ' || coalesce(slug, '')) extensions.gin_trgm_ops);
  create index contacts_search_idx on public.contacts
    using gin (
      (name || ' ' || email || ' ' || phone || ' ' || message) extensions.gin_trgm_ops
    );
  create index validity_codes_search_idx on public.validity_codes
    using gin ((code || ' ' || product_name) extensions.gin_trgm_ops);
end
$$;
