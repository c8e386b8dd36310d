-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- One jar or bottle. Its code is nowhere here: only its HMAC under a key that the database never holds
-- (`key_id` says which).
create table public.unit_codes (
  id bigint generated always as identity,
  batch_id uuid not null,
  code_hmac text not null,
  key_id text not null,
  status text default 'issued' not null,
  first_checked_at timestamptz,
  check_count integer default 0 not null,
  created_at timestamptz default now() not null,
  constraint unit_codes_status_check check (status in ('issued', 'void')),
  constraint unit_codes_code_hmac_key unique (code_hmac),
  constraint unit_codes_pkey primary key (id),
  constraint unit_codes_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete restrict
-- A check writes its unit's row anew beside the old one, and no index.
) with (fillfactor = 90);

create index unit_codes_batch_id_idx on public.unit_codes (batch_id);

alter table public.unit_codes enable row level security;

create policy "Admins read unit codes" on public.unit_codes
  for select to authenticated using ((select private.is_admin()));

revoke all on table public.unit_codes from anon, authenticated, service_role;
grant select (id, batch_id, key_id, status, first_checked_at, check_count, created_at) on table
  public.unit_codes to authenticated;
grant all on table public.unit_codes to service_role;
