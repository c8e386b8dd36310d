-- A paid order added up all orders of its customer, three to eight milliseconds in which others waited.
-- Changes now only mark the address, and a job adds it up.
-- Older programs: only triggers called the functions that go.

-- Addresses whose row no longer holds. What changes paid orders or their money leaves lines here in its
-- own transaction; lines are only added, so that no sale adds up all of its customer's orders.
create table private.stale_customers (
  email text not null
);

create or replace function private.sum_customers(addresses text[]) returns void
language plpgsql security definer set search_path = ''
-- A plan made for any addresses would read every order for the few of one.
set enable_seqscan = off
set jit = off
as $$
begin
  delete from private.stale_customers where email = any (addresses);
  insert into public.customers (email)
  select distinct address from unnest(addresses) as address
  where address <> '' and address not like '%@checkout.example'
  order by address
  on conflict (email) do nothing;
  perform from public.customers where email = any (addresses) order by email for update;
  update public.customers as customer set
    name = summed.name, orders = summed.orders, spent_cents = summed.cents,
    created_at = summed.first_at, last_order_at = summed.last_at
  from (
    select lower(bought.email) as email,
      (array_agg(bought.name order by bought.paid_at desc))[1] as name,
      count(*)::integer as orders,
      sum(sale.cents - coalesce(given_back.cents, 0))::bigint as cents,
      min(bought.paid_at) as first_at, max(bought.paid_at) as last_at
    from public.orders as bought
    join private.sales as sale on sale.order_id = bought.id
    left join lateral (
      select sum(refund.amount_cents)::bigint as cents from private.refunds_of_sales as refund
      where refund.order_id = bought.id
    ) as given_back on true
    where lower(bought.email) = any (addresses)
    group by 1
  ) as summed
  where customer.email = summed.email;
  delete from public.customers as customer
  where email = any (addresses) and not exists (
    select from public.orders as bought
    where lower(bought.email) = customer.email and bought.paid_at is not null
  );
end
$$;

create function private.sum_stale_customers() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  addresses constant text[] := array(
    select distinct email from (select email from private.stale_customers limit 500) as next
  );
begin
  perform private.sum_customers(addresses);
  return cardinality(addresses) > 0;
end
$$;

revoke execute on function private.sum_stale_customers() from public;

create or replace function private.rebuild_customers() returns void
language sql set search_path = '' as $$
  delete from private.stale_customers;
  delete from public.customers;
  insert into public.customers
    (email, name, orders, spent_cents, created_at, last_order_at)
  select lower(bought.email), (array_agg(bought.name order by bought.paid_at desc))[1],
    count(*), sum(sale.cents - coalesce(given_back.cents, 0)),
    min(bought.paid_at), max(bought.paid_at)
  from public.orders as bought
  join private.sales as sale on sale.order_id = bought.id
  left join (
    select order_id, sum(amount_cents) as cents from private.refunds_of_sales group by 1
  ) as given_back on given_back.order_id = bought.id
  where bought.email <> '' and lower(bought.email) not like '%@checkout.example'
  group by 1;
$$;

drop trigger sum_customers_of_new on public.orders;
drop trigger sum_customers_of_removed on public.orders;
drop trigger sum_customers on public.orders;
drop trigger sum_customers on public.payments;
drop trigger sum_customers on public.refunds;
drop trigger sum_customers on public.disputes;
drop function private.sum_customers_of_order();
drop function private.sum_customers_of_money();

create function private.mark_stale_customers_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former constant jsonb := to_jsonb(old);
  latter constant jsonb := to_jsonb(new);
begin
  insert into private.stale_customers (email)
  select distinct lower(address)
  from unnest(array[former ->> 'email', latter ->> 'email']) as address
  where address <> '' and address not like '%@checkout.example';
  return null;
end
$$;

revoke execute on function private.mark_stale_customers_of_order() from public;

create function private.mark_stale_customers_of_money() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former constant jsonb := to_jsonb(old);
  latter constant jsonb := to_jsonb(new);
begin
  insert into private.stale_customers (email)
  select distinct lower(email) from public.orders
  where id in ((former ->> 'order_id')::uuid, (latter ->> 'order_id')::uuid)
    and paid_at is not null and email <> '' and email not like '%@checkout.example';
  return null;
end
$$;

revoke execute on function private.mark_stale_customers_of_money() from public;

create trigger mark_stale_customers_of_new after insert on public.orders
  for each row when (new.paid_at is not null)
  execute function private.mark_stale_customers_of_order();

create trigger mark_stale_customers_of_removed after delete on public.orders
  for each row when (old.paid_at is not null)
  execute function private.mark_stale_customers_of_order();

create trigger mark_stale_customers after update on public.orders
  for each row when (
    (old.paid_at is not null or new.paid_at is not null)
    and (old.email, old.name, old.paid_at, old.total_amount)
      is distinct from (new.email, new.name, new.paid_at, new.total_amount)
  )
  execute function private.mark_stale_customers_of_order();

create trigger mark_stale_customers after insert or update or delete on public.payments
  for each row execute function private.mark_stale_customers_of_money();

create trigger mark_stale_customers after insert or update or delete on public.refunds
  for each row execute function private.mark_stale_customers_of_money();

create trigger mark_stale_customers after insert or update or delete on public.disputes
  for each row execute function private.mark_stale_customers_of_money();
