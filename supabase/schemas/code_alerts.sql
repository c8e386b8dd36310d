-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What the console asks the owner to look at. Of one thing at most one alert is open; what happens
-- meanwhile is counted on it. `updated_at` says when it was looked after last: sightings do not count.
create table public.code_alerts (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  last_seen_at timestamptz default now() not null,
  times integer default 1 not null,
  kind text not null,
  subject text not null,
  batch_id uuid,
  unit_id bigint,
  report_id uuid,
  detail jsonb default '{}'::jsonb not null,
  state text default 'open' not null,
  note text,
  closed_at timestamptz,
  closed_by uuid,
  updated_at timestamptz default now() not null,
  constraint code_alerts_kind_check check (kind in (
    'many_networks', 'more_checks_than_units', 'void_checked', 'unknown_codes', 'report',
    'passport_changed'
  )),
  constraint code_alerts_note_check check (length(note) <= 5000),
  constraint code_alerts_state_check check (state in ('open', 'watching', 'closed')),
  constraint code_alerts_pkey primary key (id),
  constraint code_alerts_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete cascade,
  constraint code_alerts_unit_id_fkey
    foreign key (unit_id) references public.unit_codes(id) on delete cascade,
  constraint code_alerts_report_id_fkey
    foreign key (report_id) references public.code_reports(id) on delete cascade,
  constraint code_alerts_closed_by_fkey
    foreign key (closed_by) references auth.users(id) on delete set null
);

create unique index code_alerts_open_key on public.code_alerts (kind, subject) where state <> 'closed';

create index code_alerts_created_at_idx on public.code_alerts (created_at desc);

create index code_alerts_batch_id_idx on public.code_alerts (batch_id);

create index code_alerts_unit_id_idx on public.code_alerts (unit_id);

create index code_alerts_report_id_idx on public.code_alerts (report_id);

create index code_alerts_closed_by_idx on public.code_alerts (closed_by);

create index code_alerts_subject_idx on public.code_alerts (kind, subject, closed_at desc);

-- Who closed an alert, and when.
create function private.close_alert() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.state = 'closed' and old.state <> 'closed' then
    new.closed_at := now();
    new.closed_by := auth.uid();
  elsif new.state <> 'closed' then
    new.closed_at := null;
    new.closed_by := null;
  end if;
  return new;
end
$$;

-- Opens an alert, or counts on the open one of the same subject.
create function private.raise_alert(
  kind text, subject text, batch uuid default null, unit bigint default null, report uuid default null,
  detail jsonb default '{}'
) returns void
language sql set search_path = '' as $$
  insert into public.code_alerts as alert (kind, subject, batch_id, unit_id, report_id, detail)
  values (kind, subject, batch, unit, report, detail)
  on conflict (kind, subject) where state <> 'closed' do update
    set times = alert.times + 1, last_seen_at = now(), detail = excluded.detail
$$;

create trigger touch_updated_at before update of state, note on public.code_alerts
  for each row execute function private.touch_updated_at();

create trigger close_alert before update of state on public.code_alerts
  for each row execute function private.close_alert();

create trigger record_update after update on public.code_alerts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

alter table public.code_alerts enable row level security;

create policy "Admins read code alerts" on public.code_alerts
  for select to authenticated using ((select private.is_admin()));

create policy "Admins look after alerts" on public.code_alerts
  for update to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on table public.code_alerts from anon, authenticated, service_role;
grant select on table public.code_alerts to authenticated;
grant update (state, note) on table public.code_alerts to authenticated;
grant all on table public.code_alerts to service_role;
revoke execute on function private.close_alert() from public;
revoke execute on function private.raise_alert(text, text, uuid, bigint, uuid, jsonb) from public;
