-- Parcels on their way, one row each; an order may need several.
create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  carrier text not null check (carrier = btrim(carrier) and length(carrier) between 1 and 60),
  tracking_number text not null check (
    tracking_number = btrim(tracking_number) and length(tracking_number) between 1 and 80
  ),
  created_at timestamptz not null default now(),
  unique (order_id, carrier, tracking_number)
);

alter table public.shipments enable row level security;
grant select on public.shipments to authenticated;
grant all on public.shipments to service_role;
create policy "Customers read the shipments of their orders" on public.shipments
  for select to authenticated using (
    order_id in (select id from public.orders where user_id = (select auth.uid()))
  );
create policy "Admins read shipments" on public.shipments
  for select to authenticated using ((select private.is_admin()));
