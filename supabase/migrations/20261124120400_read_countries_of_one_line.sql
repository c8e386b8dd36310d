-- The payment services' addresses come as one line: '1 Main St, Denver, CO 80202, US'.
create or replace function private.country_of_order(ship_country text, address text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(ship_country, substring(address from '[\n,]\s*([A-Z]{2})\s*$'), '')
$$;

insert into private.stale_sales
  select distinct private.quarter_of(paid_at) from public.orders where paid_at is not null;
