create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 500),
  email text not null check (btrim(email) <> '' and length(email) <= 500),
  phone text not null check (btrim(phone) <> '' and length(phone) <= 200),
  message text not null check (btrim(message) <> '' and length(message) <= 20000),
  created_at timestamptz not null default now()
);
create index contacts_created_at_idx on public.contacts (created_at desc);

alter table public.contacts enable row level security;

-- Anybody may write; only admins read, or a stranger could collect addresses.
grant insert (name, email, phone, message) on public.contacts to anon;
grant select, delete, insert (name, email, phone, message) on public.contacts to authenticated;
grant all on public.contacts to service_role;

create policy "Everybody may write to us" on public.contacts
  for insert to anon, authenticated with check (true);
create policy "Admins read messages" on public.contacts
  for select to authenticated using ((select private.is_admin()));
create policy "Admins delete messages" on public.contacts
  for delete to authenticated using ((select private.is_admin()));
