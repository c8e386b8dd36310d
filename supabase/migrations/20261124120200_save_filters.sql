-- Searches and filters of a screen of the admin area, under names, for all administrators.
create table public.saved_filters (
  id uuid default gen_random_uuid() not null,
  screen text not null,
  name text not null,
  query text not null,
  created_at timestamptz default now() not null,
  constraint saved_filters_name_check check (name = btrim(name) and length(name) between 1 and 80),
  constraint saved_filters_query_check check (length(query) between 1 and 2000),
  constraint saved_filters_screen_check check (screen ~ '^[a-z_-]{1,40}$'),
  constraint saved_filters_pkey primary key (id),
  constraint saved_filters_screen_name_key unique (screen, name)
);

alter table public.saved_filters enable row level security;

create policy "Admins manage saved filters" on public.saved_filters
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on table public.saved_filters from anon, authenticated, service_role;
grant all on table public.saved_filters to service_role;
grant select, insert, update, delete on table public.saved_filters to authenticated;
