-- What the admin area's command palette finds: a few orders, customers and products, newest first.
-- A function for the reasons of admin_list: under row security a search by pattern uses no index.
-- {"orders": [{…}], "customers": [{…}], "products": [{…}]}, at most `most` of each. A customer is
-- an address that has paid. Raises insufficient_privilege for anybody but an admin.
create function public.admin_find(words text, most integer default 5) returns jsonb
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

-- One page of an admin list: searched, filtered and sorted. {"rows": [{…}], "total": 4, "more": false};
-- beyond 10,000 rows nobody counts on, and `more` is true.
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
  words text[] := private.typed_words(search);
  wanted record;
  most_counted constant integer := 10000;
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

  execute format(
    'select count(*) from (select from %s where %s limit %s) as counted',
    source, conditions, most_counted + 1
  ) into total;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
       select * from %1$s where %2$s order by %3$I %4$s, id %4$s limit $1 offset $2
     ) as page',
    source, conditions, sort, case when ascending then 'asc' else 'desc' end
  ) into rows using take, skip;
  return jsonb_build_object(
    'total', least(total, most_counted), 'more', total > most_counted, 'rows', rows
  );
end
$$;

-- The dashboard's counts and what needs attention: neither dismissed emails nor decided disputes.
create function public.admin_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stale timestamptz[];
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  stale := array(select distinct quarter from private.stale_sales);
  return jsonb_build_object(
    'products', (select count(*) from public.products),
    'orders', coalesce(
      (
        select sum(placed) from private.sales_quarters as summed
        where summed.quarter <> all (stale)
      ), 0
    ) + coalesce((select sum(placed) from private.count_sales(stale)), 0),
    'contacts', (select count(*) from public.contacts),
    'attention', jsonb_build_object(
      'review', (select count(*) from public.orders where payment_status = 'review'),
      'disputed', (select count(distinct order_id) from public.disputes where state = 'open'),
      'failed_mails', (
        select count(*) from private.email_outbox where status = 'failed' and dismissed_at is null
      ),
      'unanswered', (select count(*) from public.contacts where answered_at is null),
      'to_ship', (
        select count(*) from public.orders
        where payment_status in ('paid', 'partially_refunded')
          and status in ('pending', 'processing')
      )
    )
  );
end
$$;

-- Sales by day and best sellers. Products rank by sales net of refunds: what an order brought is
-- shared among its lines in proportion, and a fully refunded order does not count. Stale sums are
-- counted anew, as are the parts of UTC days at both ends.
create function public.admin_sales(first_day date, last_day date, zone text)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := first_day::timestamp at time zone zone;
  until timestamptz := (last_day + 1)::timestamp at time zone zone;
  -- The whole UTC days: from the first to the one before the last.
  first_whole date := ceil(extract(epoch from since) / 86400)::integer + date '1970-01-01';
  last_whole date := greatest((until at time zone 'UTC')::date, first_whole);
  stale timestamptz[];
  stale_days date[];
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if last_day < first_day or last_day - first_day > 400 then
    raise invalid_parameter_value using message = 'between 1 and 400 days';
  end if;
  if private.quarter_of(since) <> since or private.quarter_of(until) <> until then
    raise invalid_parameter_value using message = 'days begin at a quarter of an hour';
  end if;
  stale := array(
    select distinct quarter from private.stale_sales where quarter >= since and quarter < until
  );
  stale_days := array(select distinct (quarter at time zone 'UTC')::date from unnest(stale) as quarter);
  return jsonb_build_object(
    'days', (
      select jsonb_agg(
        jsonb_build_object(
          'day', days.day::date,
          'orders', coalesce(sums.orders, 0),
          'cents', coalesce(sums.cents, 0),
          'refunded_cents', coalesce(sums.refunded_cents, 0)
        ) order by days.day
      )
      from generate_series(first_day::timestamp, last_day::timestamp, '1 day') as days (day)
      left join (
        select (part.quarter at time zone zone)::date as day, sum(part.sold) as orders,
          sum(part.cents) as cents, sum(part.refunded_cents) as refunded_cents
        from (
          select summed.* from private.sales_quarters as summed
          where summed.quarter >= since and summed.quarter < until
            and summed.quarter <> all (stale)
          union all
          select counted.* from private.count_sales(stale) as counted
        ) as part
        group by 1
      ) as sums on sums.day = days.day::date
    ),
    'products', (
      select coalesce(
        jsonb_agg(to_jsonb(best) order by best.cents desc, best.name, best.weight), '[]'
      )
      from (
        select part.name, part.weight, sum(part.quantity)::bigint as quantity,
          sum(part.cents)::bigint as cents
        from (
          select summed.* from private.product_sales as summed
          where summed.day >= first_whole and summed.day < last_whole
            and summed.day <> all (stale_days)
          union all
          select counted.*
          from (
            select since, least(first_whole::timestamp at time zone 'UTC', until)
            union
            select greatest(last_whole::timestamp at time zone 'UTC', since), until
            union
            select day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
            from unnest(stale_days) as day
            where day >= first_whole and day < last_whole
          ) as anew (since, until), private.count_product_sales(anew.since, anew.until) as counted
          where anew.since < anew.until
        ) as part
        group by 1, 2
        order by cents desc nulls last, name, weight
        limit 5
      ) as best
    )
  );
end
$$;

revoke execute on function public.admin_find(words text, most integer) from public;
grant execute on function public.admin_find(words text, most integer) to authenticated, service_role;
revoke execute on function public.admin_list(list text, search text, filters jsonb, sort text, ascending boolean, skip integer, take integer) from public;
grant execute on function public.admin_list(list text, search text, filters jsonb, sort text, ascending boolean, skip integer, take integer) to authenticated, service_role;
revoke execute on function public.admin_overview() from public;
grant execute on function public.admin_overview() to authenticated, service_role;
revoke execute on function public.admin_sales(first_day date, last_day date, zone text) from public;
grant execute on function public.admin_sales(first_day date, last_day date, zone text) to authenticated, service_role;
