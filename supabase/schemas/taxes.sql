-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Tax of a destination by the product's class; an empty region is the whole country.
create table public.tax_rates (
  id uuid default gen_random_uuid() not null,
  country text not null,
  region text default '' not null,
  class text default 'standard' not null,
  percent numeric(6,3) not null,
  included boolean default false not null,
  on_delivery boolean default false not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint tax_rates_country_check check (private.is_country(country)),
  constraint tax_rates_region_check check (region ~ '^[A-Z0-9]{0,3}$'),
  constraint tax_rates_class_check check (class in ('standard', 'reduced', 'exempt')),
  constraint tax_rates_percent_check check (percent >= 0 and percent <= 100),
  constraint tax_rates_pkey primary key (id),
  constraint tax_rates_country_region_class_key unique (country, region, class)
);

create trigger notify_content_changed
  after insert or update or delete on public.tax_rates
  for each row execute function private.notify_content_changed();

create trigger record_delete after delete on public.tax_rates
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.tax_rates
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.tax_rates
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.tax_rates
  for each row execute function private.touch_updated_at();

alter table public.tax_rates enable row level security;

create policy "Admins manage tax rates" on public.tax_rates
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on table public.tax_rates from anon, authenticated, service_role;
grant all on table public.tax_rates to service_role;
grant select, insert, update, delete on table public.tax_rates to authenticated;
