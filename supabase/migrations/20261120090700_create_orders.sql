create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  email text not null,
  phone text not null default '',
  address text not null,
  -- The lines as they were when the visitor pressed Pay: [{id, name, weight, price, quantity,
  -- image_url}], price in dollars for one unit. Imported orders may hold the list as text.
  order_items jsonb not null default '[]' check (
    jsonb_typeof(order_items) in ('array', 'string')
  ),
  total_amount numeric(10, 2) not null check (total_amount between 0 and 99999999.99),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- The admin's: where the parcel is.
  status text not null default 'pending' check (
    status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed')
  ),
  -- The server's: where the money is.
  payment_status text not null default 'pending' check (
    payment_status in (
      'pending', 'paid', 'review', 'expired', 'failed', 'refunded', 'partially_refunded', 'disputed'
    )
  ),
  stripe_session_id text unique,
  paypal_order_id text unique,
  created_at timestamptz not null default now(),
  paid_at timestamptz
);
create index orders_created_at_idx on public.orders (created_at desc);
create index orders_user_id_idx on public.orders (user_id, created_at desc);
create index orders_unpaid_idx on public.orders (created_at) where payment_status = 'pending';

alter table public.orders enable row level security;

-- No API role inserts or deletes: orders come from the server alone.
grant select on public.orders to anon;
grant select, update (status) on public.orders to authenticated;
grant all on public.orders to service_role;

create policy "A session id opens its order for a day" on public.orders
  for select to anon, authenticated
  using (
    stripe_session_id = (select private.request_header('x-lookup-key'))
    and created_at > now() - interval '24 hours'
  );
create policy "Customers read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
create policy "Admins read orders" on public.orders
  for select to authenticated using ((select private.is_admin()));
create policy "Admins move orders along" on public.orders
  for update to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- One row per attempt to pay: what makes a double click one order, and who may read its details.
create table private.checkout_attempts (
  order_id uuid primary key references public.orders (id) on delete cascade,
  provider text not null check (provider in ('stripe', 'paypal')),
  -- Chosen by the browser before it asks; also the provider's idempotency key.
  attempt_key text not null unique check (length(attempt_key) between 1 and 255),
  -- What was asked for; the same key with another cart is refused.
  fingerprint text not null,
  -- Hash of the cookie that whoever started the attempt holds.
  access_token_hash text not null,
  checkout_url text,
  created_at timestamptz not null default now()
);
