-- An alert's note was overwritten by whoever had opened it before. When it was looked after last; further sightings
-- do not count.
alter table public.code_alerts add column updated_at timestamptz not null default now();

create trigger touch_updated_at before update of state, note on public.code_alerts
  for each row execute function private.touch_updated_at();
