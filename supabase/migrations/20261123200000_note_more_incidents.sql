-- What else keeps the shop from working is an incident too, and may be about no payment service.
alter table public.incidents
  drop constraint incidents_kind_check,
  add constraint incidents_kind_check check ((kind in (
    'webhooks_silent', 'emails_stuck', 'events_stuck', 'payments_unreachable', 'reconciler_stopped', 'disk_low',
    'clock_wrong'
  ))),
  alter column provider drop not null;

drop index public.incidents_open_once_idx;
create unique index incidents_open_once_idx on public.incidents (kind, provider) nulls not distinct
  where closed_at is null;
