-- What sales brought by the UTC day of the sale, country and code, after refunds, whenever they were made.
create table private.place_sales (
  day date not null,
  -- Empty where an order does not say.
  country text not null,
  code text not null,
  sold integer not null,
  cents bigint not null,
  constraint place_sales_pkey primary key (day, country, code)
);

-- Where an order goes: what its amounts depended on, else the last line of its address.
create function private.country_of_order(ship_country text, address text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(ship_country, substring(address from '\n([A-Z]{2})\s*$'), '')
$$;

-- The same from the rows themselves, between two moments.
create function private.count_place_sales(since timestamptz, until timestamptz)
returns setof private.place_sales
language sql stable set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select (bought.paid_at at time zone 'UTC')::date,
    private.country_of_order(bought.ship_country, bought.address),
    coalesce(bought.discount_code, ''), count(*)::integer,
    sum(sale.cents - coalesce(given_back.cents, 0))::bigint
  from public.orders as bought
  join private.sales as sale on sale.order_id = bought.id
  left join lateral (
    select sum(refund.amount_cents)::bigint as cents from private.refunds_of_sales as refund
    where refund.order_id = bought.id
  ) as given_back on true
  where bought.paid_at >= since and bought.paid_at < until
  group by 1, 2, 3
$$;

create or replace function private.sum_sales() returns void
language sql set search_path = '' as $$
  with gone as (
    delete from private.stale_sales returning quarter
  ),
  quarters as materialized (
    select distinct quarter from gone
  ),
  days as materialized (
    select distinct (quarter at time zone 'UTC')::date as day from quarters
  ),
  -- One statement may not delete a row and insert it again.
  summed_places as materialized (
    select counted.*
    from days, private.count_place_sales(
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
    ) as counted
  ),
  former as (
    delete from private.product_sales where day in (select day from days)
  ),
  latter as (
    insert into private.product_sales
    select counted.*
    from days, private.count_product_sales(
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
    ) as counted
  ),
  former_places as (
    delete from private.place_sales where day in (select day from days)
      and not exists (select from summed_places where (summed_places.day, summed_places.country, summed_places.code)
        = (place_sales.day, place_sales.country, place_sales.code))
  ),
  latter_places as (
    insert into private.place_sales select * from summed_places
    on conflict (day, country, code) do update set sold = excluded.sold, cents = excluded.cents
  )
  insert into private.sales_quarters
  select counted.*
  from private.count_sales(array(select quarter from quarters)) as counted
  on conflict (quarter) do update set placed = excluded.placed, sold = excluded.sold,
    cents = excluded.cents, refunded_cents = excluded.refunded_cents
$$;

create or replace function private.rebuild_sales() returns void
language sql set search_path = '' as $$
  delete from private.sales_quarters;
  delete from private.product_sales;
  delete from private.place_sales;
  delete from private.stale_sales;
  insert into private.stale_sales
    select private.quarter_of(created_at) from public.orders
    union select private.quarter_of(paid_at) from public.orders where paid_at is not null
    union select private.quarter_of(created_at) from private.refunds_of_sales;
  select private.sum_sales();
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

revoke execute on function public.admin_sales_by(dimension text, first_day date, last_day date, zone text) from public;
grant execute on function public.admin_sales_by(dimension text, first_day date, last_day date, zone text) to authenticated, service_role;

revoke execute on function private.country_of_order(ship_country text, address text) from public;
revoke execute on function private.count_place_sales(since timestamptz, until timestamptz) from public;

-- The days before this table.
insert into private.stale_sales
  select distinct private.quarter_of(paid_at) from public.orders where paid_at is not null;
