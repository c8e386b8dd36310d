-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- A shopper telling us of something odd. `pictures` are paths in the private bucket `code-reports`.
create table public.code_reports (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  outcome text,
  batch_id uuid,
  unit_id bigint,
  message text not null,
  bought_at text,
  email text,
  pictures text[] default '{}'::text[] not null,
  constraint code_reports_bought_at_check check (length(bought_at) <= 300),
  constraint code_reports_email_check check (length(email) <= 254),
  constraint code_reports_message_check check (btrim(message) <> '' and length(message) <= 5000),
  constraint code_reports_pictures_check check (cardinality(pictures) <= 3),
  constraint code_reports_pkey primary key (id),
  constraint code_reports_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete set null,
  constraint code_reports_unit_id_fkey
    foreign key (unit_id) references public.unit_codes(id) on delete set null
);

create index code_reports_created_at_idx on public.code_reports (created_at desc);

create index code_reports_batch_id_idx on public.code_reports (batch_id);

create index code_reports_unit_id_idx on public.code_reports (unit_id);

alter table public.code_reports enable row level security;

create policy "Admins read code reports" on public.code_reports
  for select to authenticated using ((select private.is_admin()));

create policy "Admins delete reports" on public.code_reports
  for delete to authenticated using ((select private.is_admin()));

revoke all on table public.code_reports from anon, authenticated, service_role;
grant select, delete on table public.code_reports to authenticated;
grant all on table public.code_reports to service_role;
