-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Whether all of them are country codes, each named once.
create function private.are_countries(codes text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(private.is_country(code), false)), false)
    and count(*) = count(distinct code)
  from unnest(codes) as code
$$;

-- Codes of ISO 3166-2, such as US-CA; the country may be left out.
create function private.are_regions(codes text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(code ~ '^([A-Z]{2}-)?[A-Z0-9]{1,3}$', false)), true)
  from unnest(codes) as code
$$;

-- Where parcels go. While there is no zone, delivery costs nothing and is open to every country of
-- the setting `ships_to`. A zone that names a region goes before one that names its country alone.
create table public.delivery_zones (
  id uuid default gen_random_uuid() not null,
  name text not null,
  countries text[] not null,
  regions text[] default '{}' not null,
  position integer default 0 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint delivery_zones_name_check check (btrim(name) <> '' and length(name) <= 100),
  constraint delivery_zones_countries_check check (private.are_countries(countries)),
  constraint delivery_zones_regions_check check (private.are_regions(regions)),
  constraint delivery_zones_pkey primary key (id)
);

-- What a zone's customers may choose from.
create table public.delivery_rates (
  id uuid default gen_random_uuid() not null,
  zone_id uuid not null,
  name text not null,
  price numeric(10,2) not null,
  free_from numeric(10,2),
  min_subtotal numeric(10,2),
  max_subtotal numeric(10,2),
  days_from integer,
  days_to integer,
  position integer default 0 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint delivery_rates_name_check check (btrim(name) <> '' and length(name) <= 100),
  constraint delivery_rates_price_check check (price >= 0 and price <= 99999.99),
  constraint delivery_rates_free_from_check check (free_from >= 0),
  constraint delivery_rates_subtotal_check check (min_subtotal >= 0 and max_subtotal >= min_subtotal),
  constraint delivery_rates_max_subtotal_check check (max_subtotal >= 0),
  constraint delivery_rates_days_check check (days_from >= 0 and days_to >= days_from),
  constraint delivery_rates_days_to_check check (days_to between 0 and 365),
  constraint delivery_rates_pkey primary key (id),
  constraint delivery_rates_zone_id_fkey
    foreign key (zone_id) references public.delivery_zones(id) on delete cascade
);

create index delivery_rates_zone_id_idx on public.delivery_rates (zone_id);

create trigger notify_content_changed
  after insert or update or delete on public.delivery_rates
  for each row execute function private.notify_content_changed();

create trigger record_delete after delete on public.delivery_rates
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.delivery_rates
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.delivery_rates
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.delivery_rates
  for each row execute function private.touch_updated_at();

create trigger notify_content_changed
  after insert or update or delete on public.delivery_zones
  for each row execute function private.notify_content_changed();

create trigger record_delete after delete on public.delivery_zones
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.delivery_zones
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.delivery_zones
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.delivery_zones
  for each row execute function private.touch_updated_at();

alter table public.delivery_rates enable row level security;
alter table public.delivery_zones enable row level security;

create policy "Admins manage delivery rates" on public.delivery_rates
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Everyone reads delivery rates" on public.delivery_rates
  for select to anon, authenticated using (true);

create policy "Admins manage delivery zones" on public.delivery_zones
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Everyone reads delivery zones" on public.delivery_zones
  for select to anon, authenticated using (true);

revoke execute on function private.are_countries(codes text[]) from public;
grant execute on function private.are_countries(codes text[]) to authenticated, service_role;
revoke execute on function private.are_regions(codes text[]) from public;
grant execute on function private.are_regions(codes text[]) to authenticated, service_role;

revoke all on table public.delivery_rates from anon, authenticated, service_role;
grant all on table public.delivery_rates to service_role;
grant select, insert, update, delete on table public.delivery_rates to authenticated;
grant select (
  id, zone_id, name, price, free_from, min_subtotal, max_subtotal, days_from, days_to, position
) on table public.delivery_rates to anon;
revoke all on table public.delivery_zones from anon, authenticated, service_role;
grant all on table public.delivery_zones to service_role;
grant select, insert, update, delete on table public.delivery_zones to authenticated;
grant select (id, name, countries, regions, position) on table public.delivery_zones to anon;
