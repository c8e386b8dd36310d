-- Every payment is a row, also one that cannot simply settle its order: `review` (another amount
-- than asked for) and `surplus` (the order was paid already). Money that came in can be given back.
alter table public.payments add column standing text not null default 'settled'
  check (standing in ('settled', 'review', 'surplus'));
create unique index payments_settled_once_idx on public.payments (order_id)
  where standing = 'settled';

-- Money that went back, whoever sent it: the owner here, or somebody at the provider.
create table public.refunds (
  -- Known to the provider too: a lost answer is found again by it.
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  payment_id uuid not null references public.payments (id) on delete restrict,
  provider text not null check (provider in ('stripe', 'paypal')),
  -- The provider's own id; null until it has answered.
  reference text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- requested: the provider's answer is awaited; pending: the bank's.
  state text not null check (state in ('requested', 'pending', 'succeeded', 'failed')),
  origin text not null check (origin in ('shop', 'provider')),
  -- What makes twenty clicks one refund; empty once it has failed, so that it can be tried anew.
  request_key text check (length(request_key) between 1 and 300),
  requested_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, reference),
  unique (order_id, request_key)
);
create index refunds_order_id_idx on public.refunds (order_id);
create index refunds_payment_id_idx on public.refunds (payment_id);
create index refunds_requested_by_idx on public.refunds (requested_by);
create index refunds_unfinished_idx on public.refunds (created_at)
  where state in ('requested', 'pending');
create trigger touch_updated_at before update on public.refunds
  for each row execute function private.touch_updated_at();

alter table public.refunds enable row level security;
grant select on public.refunds to authenticated;
grant all on public.refunds to service_role;
create policy "Admins read refunds" on public.refunds
  for select to authenticated using ((select private.is_admin()));

-- A customer's bank that asks for the money back.
create table public.disputes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  payment_id uuid not null references public.payments (id) on delete restrict,
  provider text not null check (provider in ('stripe', 'paypal')),
  reference text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- inquiry: no money has moved yet; open: the bank holds it until it decides.
  state text not null check (state in ('inquiry', 'open', 'won', 'lost')),
  reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, reference)
);
create index disputes_order_id_idx on public.disputes (order_id);
create index disputes_payment_id_idx on public.disputes (payment_id);
create trigger touch_updated_at before update on public.disputes
  for each row execute function private.touch_updated_at();

alter table public.disputes enable row level security;
grant select on public.disputes to authenticated;
grant all on public.disputes to service_role;
create policy "Admins read disputes" on public.disputes
  for select to authenticated using ((select private.is_admin()));

-- What the reference of an event is for: a session or wallet order, or a payment that was taken.
alter table private.provider_events add column about text not null default 'checkout'
  check (about in ('checkout', 'payment'));
create index provider_events_received_idx on private.provider_events (provider, received_at desc);
