-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- The dashboard's counts and what needs attention: neither dismissed emails nor decided disputes.
create function public.admin_overview() returns jsonb
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
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
      ),
      'low_stock', (
        select count(*) from public.products
        where stock <= (select private.low_stock())
      )
    )
  );
end
$$;

-- Sales by day and best sellers, which rank by what private.count_product_sales leaves of their lines. Stale
-- sums are counted anew, as are the parts of UTC days at both ends.
create function public.admin_sales(first_day date, last_day date, zone text)
returns jsonb
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
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

-- What the sales of a period brought, after refunds whenever these were made: by `product`, `country` or
-- `code`, the best first. {"rows": [{"name", "detail", "sold", "cents"}], "total": 12}; at most 500 rows.
-- `sold` counts pieces of a product, otherwise orders.
create function public.admin_sales_by(dimension text, first_day date, last_day date, zone text)
returns jsonb
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
declare
  since timestamptz := first_day::timestamp at time zone zone;
  until timestamptz := (last_day + 1)::timestamp at time zone zone;
  -- The whole UTC days: from the first to the one before the last.
  first_whole date := ceil(extract(epoch from since) / 86400)::integer + date '1970-01-01';
  last_whole date := greatest((until at time zone 'UTC')::date, first_whole);
  stale_days date[];
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if coalesce(dimension, '') not in ('product', 'country', 'code') then
    raise invalid_parameter_value using message = 'by product, country or code';
  end if;
  if last_day < first_day or last_day - first_day > 400 then
    raise invalid_parameter_value using message = 'between 1 and 400 days';
  end if;
  stale_days := array(
    select distinct (quarter at time zone 'UTC')::date from private.stale_sales
    where quarter >= since and quarter < until
  );
  return (
    with anew as (
      select part.since, part.until
      from (
        select since, least(first_whole::timestamp at time zone 'UTC', until)
        union
        select greatest(last_whole::timestamp at time zone 'UTC', since), until
        union
        select day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
        from unnest(stale_days) as day
        where day >= first_whole and day < last_whole
      ) as part (since, until)
      where part.since < part.until
    ),
    parts as (
      select summed.name, summed.weight as detail, summed.quantity as sold, summed.cents
      from private.product_sales as summed
      where dimension = 'product' and summed.day >= first_whole and summed.day < last_whole
        and summed.day <> all (stale_days)
      union all
      select counted.name, counted.weight, counted.quantity, counted.cents
      from anew, private.count_product_sales(anew.since, anew.until) as counted
      where dimension = 'product'
      union all
      select case dimension when 'country' then summed.country else summed.code end, '',
        summed.sold, summed.cents
      from private.place_sales as summed
      where dimension <> 'product' and summed.day >= first_whole and summed.day < last_whole
        and summed.day <> all (stale_days)
      union all
      select case dimension when 'country' then counted.country else counted.code end, '',
        counted.sold, counted.cents
      from anew, private.count_place_sales(anew.since, anew.until) as counted
      where dimension <> 'product'
    ),
    named as (
      select coalesce(name, '') as name, detail, sum(sold)::bigint as sold, sum(cents)::bigint as cents
      from parts group by 1, 2
    )
    select jsonb_build_object(
      'total', (select count(*) from named),
      'rows', (
        select coalesce(jsonb_agg(to_jsonb(best) order by best.cents desc, best.name, best.detail), '[]')
        from (select * from named order by cents desc, name, detail limit 500) as best
      )
    )
  );
end
$$;

revoke execute on function public.admin_overview() from public;
grant execute on function public.admin_overview() to authenticated, service_role;
revoke execute on function public.admin_sales(first_day date, last_day date, zone text) from public;
grant execute on function public.admin_sales(first_day date, last_day date, zone text) to authenticated, service_role;
revoke execute on function public.admin_sales_by(dimension text, first_day date, last_day date, zone text) from public;
grant execute on function public.admin_sales_by(dimension text, first_day date, last_day date, zone text) to authenticated, service_role;
