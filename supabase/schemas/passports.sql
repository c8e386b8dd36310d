-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What was published of a batch, as it was signed; `body` is the RFC 8785 form without the signature.
create table public.batch_passports (
  batch_id uuid not null,
  revision integer not null,
  kind text not null,
  body text not null,
  sha256 text not null,
  signature text not null,
  created_at timestamptz default now() not null,
  constraint batch_passports_kind_check check (kind in ('release', 'correction', 'recall')),
  constraint batch_passports_pkey primary key (batch_id, revision),
  constraint batch_passports_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete restrict
);

-- Every release, correction and recall. Each entry holds the hash of the one before it and of its passport;
-- `head_signature` signs the log's length and last hash at that moment. Entries are only added.
create table public.transparency_log (
  seq bigint not null,
  at timestamptz not null,
  kind text not null,
  batch text not null,
  revision integer not null,
  passport_sha256 text not null,
  previous_sha256 text not null,
  sha256 text not null,
  head_signature text not null,
  constraint transparency_log_kind_check check (kind in ('release', 'correction', 'recall')),
  constraint transparency_log_pkey primary key (seq),
  constraint transparency_log_sha256_key unique (sha256)
);

create function private.guard_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise check_violation using message = 'Entries of the transparency log are only added.';
end
$$;

create trigger notify_content_changed after insert or update on public.batch_passports
  for each row execute function private.notify_content_changed();

create trigger guard_log before update or delete on public.transparency_log
  for each row execute function private.guard_log();

alter table public.batch_passports enable row level security;
alter table public.transparency_log enable row level security;

create policy "Admins read batch passports" on public.batch_passports
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read transparency log" on public.transparency_log
  for select to authenticated using ((select private.is_admin()));

revoke all on table public.batch_passports, public.transparency_log from anon, authenticated, service_role;
grant select on table public.batch_passports, public.transparency_log to authenticated;
grant select on table public.batch_passports, public.transparency_log to service_role;
revoke execute on function private.guard_log() from public;
