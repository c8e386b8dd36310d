-- After a million orders at once, the sums were counted in one statement of many minutes, planned before the
-- database knew how many there are.
-- Older programs: they call it without a number, and get all as before.
drop function private.sum_sales();

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

revoke execute on function private.sum_sales(most integer) from public;
