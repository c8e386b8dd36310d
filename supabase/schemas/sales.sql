-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Sums of orders and money, so that the dashboard need not read every order: by quarter of an hour,
-- from which the days of any time zone add up.
create table private.sales_quarters (
  quarter timestamptz not null,
  placed integer not null,
  sold integer not null,
  cents bigint not null,
  refunded_cents bigint not null,
  constraint sales_quarters_pkey primary key (quarter)
);

-- What each product brought by the UTC day of its sale, after refunds, whenever they were made.
create table private.product_sales (
  day date not null,
  name text,
  weight text not null,
  quantity bigint not null,
  cents numeric not null
);

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

-- Quarters whose sums no longer hold. What changes orders or money leaves lines here in its own
-- transaction; lines are only added, so that no sale waits for another.
create table private.stale_sales (
  quarter timestamptz not null
);

create index product_sales_day_idx on private.product_sales (day);

-- The quarter of an hour that a moment falls into.
create function private.quarter_of(moment timestamptz) returns timestamptz
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return date_bin('15 minutes', moment, '2000-01-01 00:00+00');
end
$$;

-- The sums of these quarters, from the rows themselves. A cancelled order is no sale, whether or not its
-- money went back; neither are its refunds.
create function private.count_sales(quarters timestamptz[])
returns setof private.sales_quarters
language sql stable set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select wanted.quarter, coalesce(sum(part.placed), 0)::integer,
    coalesce(sum(part.sold), 0)::integer, coalesce(sum(part.cents), 0)::bigint,
    coalesce(sum(part.refunded_cents), 0)::bigint
  from unnest(quarters) as wanted (quarter)
  left join lateral (
    select 1 as placed, 0 as sold, 0 as cents, 0 as refunded_cents
    from public.orders as placed
    where placed.created_at >= wanted.quarter
      and placed.created_at < wanted.quarter + interval '15 minutes'
      and placed.payment_status not in ('expired', 'failed')
    union all
    select 0, 1, sale.cents, 0
    from private.sales as sale
    where sale.paid_at >= wanted.quarter and sale.paid_at < wanted.quarter + interval '15 minutes'
      and not sale.cancelled
    union all
    select 0, 0, 0, refund.amount_cents
    from private.refunds_of_sales as refund
    where refund.created_at >= wanted.quarter
      and refund.created_at < wanted.quarter + interval '15 minutes'
      and not refund.cancelled
  ) as part on true
  group by 1
$$;

-- What each product brought by sales between two moments, by UTC day, from the rows themselves. What an
-- order brought is shared among its lines in proportion, and a fully refunded or cancelled order does
-- not count.
create function private.count_product_sales(since timestamptz, until timestamptz)
returns setof private.product_sales
language sql stable set search_path = ''
-- A plan made for any moments would read every payment for the few of a day.
set enable_seqscan = off
set jit = off
as $$
  with given_back as materialized (
    select touched.order_id, (
      select sum(refund.amount_cents)
      from private.refunds_of_sales as refund
      where refund.order_id = touched.order_id
    ) as cents
    from (
      select refund.order_id from public.orders as sale
      join public.refunds as refund on refund.order_id = sale.id
      where sale.paid_at >= since and sale.paid_at < until
      union
      select dispute.order_id from public.orders as sale
      join public.disputes as dispute on dispute.order_id = sale.id
      where sale.paid_at >= since and sale.paid_at < until
    ) as touched
  )
  select (sale.paid_at at time zone 'UTC')::date, line ->> 'name', coalesce(line ->> 'weight', ''),
    coalesce(sum((line ->> 'quantity')::integer), 0),
    coalesce(
      sum((line ->> 'price')::numeric * (line ->> 'quantity')::integer * kept.share) * 100, 0
    )
  from private.sales as sale
  left join given_back using (order_id)
  cross join lateral (
    select (sale.cents - coalesce(given_back.cents, 0)) / nullif(sale.total_amount * 100, 0) as share
  ) as kept
  cross join lateral jsonb_array_elements(
    case when jsonb_typeof(sale.order_items) = 'array' then sale.order_items else '[]' end
  ) as line
  where sale.paid_at >= since and sale.paid_at < until and kept.share > 0 and not sale.cancelled
  group by 1, 2, 3
$$;

-- Where an order goes: what its amounts depended on, else how its address ends.
create function private.country_of_order(ship_country text, address text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(ship_country, substring(address from '[\n,]\s*([A-Z]{2})\s*$'), '')
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
  where bought.paid_at >= since and bought.paid_at < until and not sale.cancelled
  group by 1, 2, 3
$$;

-- Brings the sums of stale quarters up to date, of all or of the first `most`, and says whether more are
-- left. One statement: it counts exactly the changes whose lines it removes.
create function private.sum_sales(most integer default null) returns boolean
language sql set search_path = '' as $$
  with gone as (
    delete from private.stale_sales where quarter in (
      select quarter from private.stale_sales group by quarter order by quarter limit most
    )
    returning quarter
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
    cents = excluded.cents, refunded_cents = excluded.refunded_cents;
  select exists (select from private.stale_sales);
$$;

-- For rows that came without their triggers, as an import's do.
create function private.rebuild_sales() returns void
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

-- Every quarter that an order, its refunds or disputes count in, as it was before a change and as it is after
-- it.
create function private.mark_stale_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(moment.at)
  from (
    select unnest(array[old.created_at, old.paid_at, new.created_at, new.paid_at]) as at
    union all
    select refund.created_at from public.refunds as refund where refund.order_id in (old.id, new.id)
    union all
    select dispute.updated_at from public.disputes as dispute
    where dispute.order_id in (old.id, new.id)
  ) as moment
  where moment.at is not null;
  return null;
end
$$;

create trigger mark_stale_sales_of_new after insert or delete on public.orders
  for each row execute function private.mark_stale_sales();

create trigger mark_stale_sales after update on public.orders
  for each row when (
    (old.created_at, old.paid_at, old.payment_status, old.total_amount, old.order_items,
      old.status = 'cancelled')
    is distinct from
    (new.created_at, new.paid_at, new.payment_status, new.total_amount, new.order_items,
      new.status = 'cancelled')
  )
  execute function private.mark_stale_sales();

revoke execute on function private.quarter_of(moment timestamptz) from public;
revoke execute on function private.count_sales(quarters timestamptz[]) from public;
revoke execute on function private.count_product_sales(since timestamptz, until timestamptz) from public;
revoke execute on function private.country_of_order(ship_country text, address text) from public;
revoke execute on function private.count_place_sales(since timestamptz, until timestamptz) from public;
revoke execute on function private.sum_sales(most integer) from public;
revoke execute on function private.rebuild_sales() from public;
revoke execute on function private.mark_stale_sales() from public;
