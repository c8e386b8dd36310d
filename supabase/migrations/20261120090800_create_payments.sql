-- What providers say they took, one row per payment, written in the transaction that settles.
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  provider text not null check (provider in ('stripe', 'paypal')),
  -- The provider's own id of the payment (payment intent, capture).
  reference text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null default now(),
  unique (provider, reference)
);
create index payments_order_id_idx on public.payments (order_id);

alter table public.payments enable row level security;
grant select on public.payments to authenticated;
grant all on public.payments to service_role;
create policy "Admins read payments" on public.payments
  for select to authenticated using ((select private.is_admin()));

-- Signed provider events. Received is not done: a redelivery of an unfinished event works it off.
create table private.provider_events (
  provider text not null check (provider in ('stripe', 'paypal')),
  event_id text not null,
  type text not null,
  -- The provider's id of the thing the event is about; the truth is re-read from the provider.
  reference text,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  tries integer not null default 0,
  last_error text,
  primary key (provider, event_id)
);
create index provider_events_open_idx on private.provider_events (received_at)
  where done_at is null;
