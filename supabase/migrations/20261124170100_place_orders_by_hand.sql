-- The owner places orders for customers: paid outside the shop, or replacements at no charge.

alter table public.payments drop constraint payments_provider_check,
  add constraint payments_provider_check
    check ((provider in ('stripe', 'paypal', 'bank_transfer', 'cash')));

alter table public.refunds drop constraint refunds_provider_check,
  add constraint refunds_provider_check
    check ((provider in ('stripe', 'paypal', 'bank_transfer', 'cash')));

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

-- Nothing is refunded of a replacement, so that nothing else would put back what it took: one that is
-- cancelled before it has shipped does.
create function private.return_replacement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.manual_orders as placed
    where placed.order_id = new.id and placed.kind = 'replacement'
  ) and not exists (select from public.shipments as parcel where parcel.order_id = new.id) then
    perform private.give_back_stock(new.id, 'returned');
  end if;
  return null;
end
$$;

create trigger return_replacement after update of status on public.orders
  for each row when (
    new.status = 'cancelled' and old.status in ('pending', 'processing') and new.total_amount = 0
  )
  execute function private.return_replacement();

alter table public.manual_orders enable row level security;

create policy "Admins read manual orders" on public.manual_orders
  for select to authenticated using ((select private.is_admin()));

revoke all on table public.manual_orders from anon, authenticated, service_role;
grant select on table public.manual_orders to authenticated;
grant all on table public.manual_orders to service_role;
revoke execute on function private.return_replacement() from public;
