-- Products that the team was told are low or sold out. Whatever has enough again is forgotten, so
-- that it is told of once more.
create table private.told_low_stock (
  product_id uuid not null,
  sold_out boolean not null,
  constraint told_low_stock_pkey primary key (product_id),
  constraint told_low_stock_product_id_fkey
    foreign key (product_id) references public.products(id) on delete cascade
);

create index products_stock_idx on public.products (stock) where stock is not null;

-- Counts products whose stock is low.
create or replace function public.admin_overview() returns jsonb
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
declare
  stale timestamptz[];
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  stale := array(select distinct quarter from private.stale_sales);
  return jsonb_build_object(
    'products', (select count(*) from public.products),
    'orders', coalesce(
      (
        select sum(placed) from private.sales_quarters as summed
        where summed.quarter <> all (stale)
      ), 0
    ) + coalesce((select sum(placed) from private.count_sales(stale)), 0),
    'contacts', (select count(*) from public.contacts),
    'attention', jsonb_build_object(
      'review', (select count(*) from public.orders where payment_status = 'review'),
      'disputed', (select count(distinct order_id) from public.disputes where state = 'open'),
      'failed_mails', (
        select count(*) from private.email_outbox where status = 'failed' and dismissed_at is null
      ),
      'unanswered', (select count(*) from public.contacts where answered_at is null),
      'to_ship', (
        select count(*) from public.orders
        where payment_status in ('paid', 'partially_refunded')
          and status in ('pending', 'processing')
      ),
      'low_stock', (
        select count(*) from public.products
        where stock <= (select private.low_stock())
      )
    )
  );
end
$$;
