-- What admins type is searched word by word, in any order: "muller nunez" finds Núñez-Müller. What
-- is around a word in a mail or a sentence is no part of it: "Order #1a2b3c4d," finds that order.

-- Without accents and the punctuation around each word; marks alone count only by themselves.
create function private.typed_words(search text) returns text[]
language sql immutable set search_path = '' as $$
  with typed as (
    select
      word, place,
      regexp_replace(word, '^[#,.;:!?()"'']+|[#,.;:!?()"'']+$', '', 'g') as bare
    from regexp_split_to_table(btrim(private.plain(search), E' \t\r\n'), '\s+')
      with ordinality as split (word, place)
    where word <> ''
    limit 12
  )
  select coalesce(
    array_agg(bare order by place) filter (where bare !~ '^[!-/:-@[-`{-~]*$'),
    array_agg(word order by place),
    '{}'
  )
  from typed
$$;
revoke execute on function private.typed_words(text) from public;

-- "order 1a2b3c4d" means the order of that number.
create function private.order_words(words text[]) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(word) filter (where lower(word) not in ('order', 'orders')), words)
  from unnest(words) as word
$$;
revoke execute on function private.order_words(text[]) from public;

-- Trigrams know no words of one or two letters, so those are compared row by row. In the collation
-- "C" that takes half the time, and for ASCII it finds the same. Every word is a literal: a plan
-- made with the words at hand, and an index met once for all of them.
create function private.words_condition(searched text, words text[]) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(
    format(
      case
        when word !~ '[[:alnum:]]{3}' and word ~ '^[ -~]*$' then '(%s) collate "C" ilike %L'
        else '%s ilike %L'
      end,
      searched,
      '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    ),
    ' and '
  ), 'true')
  from unnest(words) as word
$$;
revoke execute on function private.words_condition(text, text[]) from public;

create or replace function public.admin_list(
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
  words text[] := private.typed_words(search);
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

  execute format('select count(*) from %s where %s', source, conditions)
    into total;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
       select * from %1$s where %2$s order by %3$I %4$s, id %4$s limit $1 offset $2
     ) as page',
    source, conditions, sort, case when ascending then 'asc' else 'desc' end
  ) into rows using take, skip;
  return jsonb_build_object('total', total, 'rows', rows);
end
$$;

create or replace function public.admin_find(words text, most integer default 5) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  typed text[] := private.typed_words(left(words, 100));
  in_orders text := private.words_condition(
    private.searched_text('orders'), private.order_words(typed)
  );
  orders jsonb := '[]';
  customers jsonb := '[]';
  products jsonb := '[]';
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if most not between 1 and 20 then
    raise invalid_parameter_value using message = 'most is 1 to 20';
  end if;
  if cardinality(typed) > 0 then
    -- Planned with the words at hand: common ones are met on the way back from the newest row,
    -- rare ones by trigrams.
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (
         select id, name, email, total_amount, payment_status, status, created_at
         from public.orders where %s order by created_at desc limit $1
       ) as found', in_orders
    ) into orders using most;
    -- The newest hundred orders that fit tell whose they are.
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (
         select person.name, person.email, (
             select count(*) from public.orders as every
             where lower(every.email) = person.email and every.paid_at is not null
           ) as orders
         from (
           select lower(email) as email, (array_agg(name order by created_at desc))[1] as name,
             max(created_at) as latest
           from (
             select name, email, created_at from public.orders
             where %s and %s and paid_at is not null
             order by created_at desc limit 100
           ) as met
           group by lower(email) order by latest desc limit $1
         ) as person
         order by person.latest desc
       ) as found', in_orders,
      private.words_condition($e$private.plain(name || ' ' || email)$e$, private.order_words(typed))
    ) into customers using most;
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (
         select id, name, weight_type, price, sold_out, image_url
         from public.products where %s order by created_at desc limit $1
       ) as found', private.words_condition(private.searched_text('products'), typed)
    ) into products using most;
  end if;
  return jsonb_build_object('orders', orders, 'customers', customers, 'products', products);
end
$$;

drop function private.search_condition(text, text);
drop function private.typed_text(text);
