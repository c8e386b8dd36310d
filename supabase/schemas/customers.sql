-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Whoever has paid for an order, by address: one row each, made anew from their orders soon after any
-- change of these.
create table public.customers (
  id uuid default gen_random_uuid() not null,
  -- In small letters.
  email text not null,
  -- As the last order says.
  name text default '' not null,
  orders integer default 0 not null,
  -- After refunds.
  spent_cents bigint default 0 not null,
  last_order_at timestamptz default now() not null,
  -- The first order.
  created_at timestamptz default now() not null,
  constraint customers_pkey primary key (id),
  constraint customers_email_key unique (email)
);

-- Addresses whose row no longer holds. What changes paid orders or their money leaves lines here in its
-- own transaction; lines are only added, so that no sale adds up all of its customer's orders.
create table private.stale_customers (
  email text not null
);

create index customers_created_at_idx on public.customers (created_at desc, id);

create index customers_last_order_at_idx on public.customers (last_order_at desc, id);

create index customers_name_idx on public.customers (name, id);

create index customers_orders_idx on public.customers (orders, id);

create index customers_search_idx on public.customers
  using gin (private.plain(name || ' ' || email) extensions.gin_trgm_ops);

create index customers_spent_cents_idx on public.customers (spent_cents, id);

-- Makes the rows of these addresses anew. Whoever is second waits, and adds up what the first did.
create function private.sum_customers(addresses text[]) returns void
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

-- Brings the rows of stale addresses up to date, some at a time. False when none is left.
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

-- For rows that came without their triggers, as an import's do.
create function private.rebuild_customers() returns void
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

create function private.mark_stale_customers_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_customers (email)
  select distinct lower(address)
  from unnest(array[old.email, new.email]) as address
  where address <> '' and address not like '%@checkout.example';
  return null;
end
$$;

-- Of payments, refunds and disputes: the sums of sales and of customers that their orders count in.
create function private.mark_stale_sums_of_money() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_customers (email)
  select distinct lower(email) from public.orders
  where id in (old.order_id, new.order_id)
    and paid_at is not null and email <> '' and email not like '%@checkout.example';
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(paid_at) from public.orders
  where id in (old.order_id, new.order_id) and paid_at is not null;
  -- Nothing was given back of a payment that is new.
  if tg_table_name = 'payments' and tg_op = 'INSERT' then
    return null;
  end if;
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(moment.at)
  from (
    select coalesce(refund.counted_at, refund.created_at) as at from public.refunds as refund
    where refund.order_id in (old.order_id, new.order_id)
    union all
    select dispute.updated_at from public.disputes as dispute
    where dispute.order_id in (old.order_id, new.order_id)
  ) as moment;
  -- The row as it was may be in none of these anymore.
  if tg_table_name = 'refunds' and tg_op <> 'INSERT' then
    insert into private.stale_sales (quarter)
    values (private.quarter_of(coalesce(old.counted_at, old.created_at)));
  elsif tg_table_name = 'disputes' and tg_op <> 'INSERT' then
    insert into private.stale_sales (quarter) values (private.quarter_of(old.updated_at));
  end if;
  return null;
end
$$;

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

create trigger mark_stale_sums after insert or update or delete on public.payments
  for each row execute function private.mark_stale_sums_of_money();

create trigger mark_stale_sums after insert or update or delete on public.refunds
  for each row execute function private.mark_stale_sums_of_money();

create trigger mark_stale_sums after insert or update or delete on public.disputes
  for each row execute function private.mark_stale_sums_of_money();

-- One customer's page: the account of the address, the newest fifty orders and messages. Null when there
-- is no such customer.
create function public.admin_customer(customer uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_customer public.customers;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  select * into found_customer from public.customers where id = customer;
  if found_customer.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'customer', to_jsonb(found_customer),
    'account', (
      select jsonb_build_object(
        'id', account.id, 'created_at', account.created_at,
        'confirmed_at', account.email_confirmed_at, 'last_sign_in_at', account.last_sign_in_at
      )
      from auth.users as account
      where account.email = found_customer.email and account.deleted_at is null
        and account.email_confirmed_at is not null
      limit 1
    ),
    'orders', (
      with theirs as materialized (
        select id, created_at, total_amount, currency, status, payment_status, discount_code
        from public.orders
        where lower(email) = found_customer.email and payment_status not in ('expired', 'failed')
      )
      select coalesce(jsonb_agg(to_jsonb(newest) order by newest.created_at desc), '[]')
      from (select * from theirs order by created_at desc limit 50) as newest
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(newest) order by newest.created_at desc), '[]')
      from (
        select id, created_at, message, answered_at from public.contacts
        where lower(btrim(email)) = found_customer.email
        order by created_at desc limit 50
      ) as newest
    )
  );
end
$$;

alter table public.customers enable row level security;

create policy "Admins read customers" on public.customers
  for select to authenticated using ((select private.is_admin()));

revoke execute on function private.sum_customers(addresses text[]) from public;
revoke execute on function private.rebuild_customers() from public;
revoke execute on function private.sum_stale_customers() from public;
revoke execute on function private.mark_stale_customers_of_order() from public;
revoke execute on function private.mark_stale_sums_of_money() from public;
revoke execute on function public.admin_customer(customer uuid) from public;
grant execute on function public.admin_customer(customer uuid) to authenticated, service_role;
revoke all on table public.customers from anon, authenticated, service_role;
grant select on table public.customers to authenticated, service_role;
