-- What each round of the reconciler and of the daily comparison did and found.
create table public.reconcile_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('reconcile', 'compare')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- How many of what, e.g. {"orders_read": 3, "orders_changed": 1}.
  counts jsonb not null default '{}',
  -- What needs a look: [{kind, provider, order_id, detail}].
  findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
  -- Why the round ended early; empty when it did not.
  error text
);
create index reconcile_runs_finished_at_idx on public.reconcile_runs (finished_at desc);

alter table public.reconcile_runs enable row level security;
grant select on public.reconcile_runs to authenticated;
grant all on public.reconcile_runs to service_role;
create policy "Admins read the reconciler's reports" on public.reconcile_runs
  for select to authenticated using ((select private.is_admin()));

-- Trouble that lasts, told to the team once and closed when it is over.
create table public.incidents (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('webhooks_silent')),
  provider text not null check (provider in ('stripe', 'paypal')),
  detail text not null,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create unique index incidents_open_once_idx on public.incidents (kind, provider)
  where closed_at is null;

alter table public.incidents enable row level security;
grant select on public.incidents to authenticated;
grant all on public.incidents to service_role;
create policy "Admins read incidents" on public.incidents
  for select to authenticated using ((select private.is_admin()));
