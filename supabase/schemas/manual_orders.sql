-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Orders that the owner placed for a customer: paid outside the shop, or replacements at no charge.
-- Written by the server; the request's key makes a repeated one the same order.
create table public.manual_orders (
  order_id uuid not null,
  kind text not null,
  -- The order that it replaces; null once that is gone.
  replaces uuid,
  reason text default '' not null,
  created_at timestamptz default now() not null,
  request_key text not null,
  fingerprint text not null,
  constraint manual_orders_kind_check check (kind in ('outside', 'replacement')),
  constraint manual_orders_reason_check check (
    reason = btrim(reason) and length(reason) <= 500 and (kind = 'replacement') = (reason <> '')
  ),
  constraint manual_orders_request_key_check check (length(request_key) between 1 and 255),
  constraint manual_orders_pkey primary key (order_id),
  constraint manual_orders_request_key_key unique (request_key),
  constraint manual_orders_order_id_fkey
    foreign key (order_id) references public.orders(id) on delete cascade,
  constraint manual_orders_replaces_fkey
    foreign key (replaces) references public.orders(id) on delete set null
);

create index manual_orders_replaces_idx on public.manual_orders (replaces);

alter table public.manual_orders enable row level security;

create policy "Admins read manual orders" on public.manual_orders
  for select to authenticated using ((select private.is_admin()));

revoke all on table public.manual_orders from anon, authenticated, service_role;
grant select on table public.manual_orders to authenticated;
grant all on table public.manual_orders to service_role;
