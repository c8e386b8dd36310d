-- Links by which a guest finds an order again. Whoever holds the token may see the order; only its
-- hash is kept.
create table private.order_links (
  token_hash text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index order_links_order_id_idx on private.order_links (order_id);
