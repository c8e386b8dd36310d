-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Every change of stock; a product's changes sum to its stock. Rows are never changed.
create table public.stock_movements (
  id bigint generated always as identity,
  product_id uuid not null,
  change integer not null,
  reason text not null,
  order_id uuid,
  by uuid,
  request uuid,
  created_at timestamptz default now() not null,
  constraint stock_movements_change_check check (change <> 0),
  constraint stock_movements_reason_check
    check (reason in ('sold', 'released', 'returned', 'counted', 'received', 'corrected')),
  constraint stock_movements_pkey primary key (id),
  constraint stock_movements_request_key unique (request),
  constraint stock_movements_product_id_fkey
    foreign key (product_id) references public.products(id) on delete cascade,
  constraint stock_movements_order_id_fkey
    foreign key (order_id) references public.orders(id) on delete set null,
  constraint stock_movements_by_fkey foreign key (by) references auth.users(id) on delete set null
);

-- Products that the team was told are low or sold out. Whatever has enough again is forgotten, so
-- that it is told of once more.
create table private.told_low_stock (
  product_id uuid not null,
  sold_out boolean not null,
  constraint told_low_stock_pkey primary key (product_id),
  constraint told_low_stock_product_id_fkey
    foreign key (product_id) references public.products(id) on delete cascade
);

create index stock_movements_product_id_idx on public.stock_movements (product_id, created_at desc);

create index stock_movements_order_id_idx on public.stock_movements (order_id);

create index stock_movements_by_idx on public.stock_movements (by);

-- Why stock changes, by which order or request, until the end of the transaction. A change that
-- nobody explains was counted.
create function private.explain_stock(reason text, order_id uuid, request uuid default null)
returns void
language sql set search_path = '' as $$
  select set_config('shop.stock_reason', coalesce(reason, ''), true),
    set_config('shop.stock_order', coalesce(order_id::text, ''), true),
    set_config('shop.stock_request', coalesce(request::text, ''), true)
$$;

-- Takes an order's lines, [{"product_id": …, "quantity": 2}], from stock: all of them or none.
-- Answers what is short, [{"id": …, "available": 1}], or null.
create function private.take_stock(for_order uuid, lines jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted jsonb;
  short jsonb;
begin
  select jsonb_object_agg(line.id, line.quantity) into wanted
  from (
    select each ->> 'product_id' as id, sum((each ->> 'quantity')::integer) as quantity
    from jsonb_array_elements(lines) as each group by 1
  ) as line;
  -- In one order everywhere, so that two orders never wait for each other.
  perform from public.products
  where id in (select key::uuid from jsonb_each(wanted)) and stock is not null
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('id', product.id, 'available', product.stock) order by product.id)
    into short
  from jsonb_each_text(wanted) as line
  join public.products as product on product.id = line.key::uuid
  where product.stock < line.value::integer;
  if short is not null then
    return short;
  end if;
  perform private.explain_stock('sold', for_order);
  update public.products as product set stock = product.stock - line.value::integer
  from jsonb_each_text(wanted) as line
  where product.id = line.key::uuid and product.stock >= line.value::integer;
  perform private.explain_stock(null, null);
  return null;
end
$$;

-- What an order holds of each product that is counted: {"<product id>": 2}.
create function private.held_stock(of_order uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(held.product_id, held.quantity), '{}')
  from (
    select product_id, -sum(change) as quantity from public.stock_movements
    where order_id = of_order group by 1 having sum(change) < 0
  ) as held
$$;

-- Gives back what an order holds. Called again it gives back nothing.
create function private.give_back_stock(of_order uuid, reason text) returns void
language plpgsql set search_path = '' as $$
declare
  held jsonb := private.held_stock(of_order);
begin
  if held = '{}' then
    return;
  end if;
  perform from public.products
  where id in (select key::uuid from jsonb_each(held)) and stock is not null
  order by id for no key update;
  perform private.explain_stock(reason, of_order);
  update public.products as product set stock = product.stock + line.value::integer
  from jsonb_each_text(held) as line
  where product.id = line.key::uuid and product.stock is not null;
  perform private.explain_stock(null, null);
end
$$;

-- Puts lines of an order, [{"product_id": …, "quantity": 2}], back in stock, of each product at most
-- what the order still holds.
create function private.return_stock(of_order uuid, lines jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  back jsonb;
begin
  -- In one order everywhere, as in take_stock.
  perform from public.products
  where id in (select (each ->> 'product_id')::uuid from jsonb_array_elements(lines) as each)
    and stock is not null
  order by id for no key update;
  select jsonb_object_agg(wanted.id, least(wanted.quantity, held.quantity::integer)) into back
  from (
    select each ->> 'product_id' as id, sum((each ->> 'quantity')::integer) as quantity
    from jsonb_array_elements(lines) as each group by 1
  ) as wanted
  join jsonb_each_text(private.held_stock(of_order)) as held (id, quantity) on held.id = wanted.id;
  if back is null then
    return;
  end if;
  perform private.explain_stock('returned', of_order);
  update public.products as product set stock = product.stock + line.value::integer
  from jsonb_each_text(back) as line
  where product.id = line.key::uuid and product.stock is not null;
  perform private.explain_stock(null, null);
end
$$;

-- An order that ends unpaid gives its stock back, in the transaction that ends it.
create function private.release_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.give_back_stock(new.id, 'released');
  return null;
end
$$;

-- Nothing is refunded of an order that cost nothing, as a replacement or one that a code made free, so that
-- nothing else would put back what it took: cancelled before it has shipped, it does. Cancelled no more, it
-- takes that again, or stays as it was where somebody else has bought it.
create function private.move_stock_of_free_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  short jsonb;
begin
  if new.status = 'cancelled' then
    if not exists (select from public.shipments as parcel where parcel.order_id = new.id) then
      perform private.give_back_stock(new.id, 'returned');
    end if;
    return null;
  end if;
  short := private.take_stock(new.id, (
    select coalesce(jsonb_agg(to_jsonb(sold)), '[]')
    from (
      select distinct on (product_id) product_id, -change as quantity from public.stock_movements
      where order_id = new.id and reason = 'sold'
      order by product_id, id
    ) as sold
    where not private.held_stock(new.id) ? sold.product_id::text
  ));
  if short is not null then
    raise check_violation using message = format(
      'Order #%s stays canceled: its stock was put back, and %s.',
      left(new.id::text, 8),
      (
        select string_agg(
          case line.available
            when 0 then format('%s is sold out', product.name)
            when 1 then format('only 1 of %s is left', product.name)
            else format('only %s of %s are left', line.available, product.name)
          end, ', ' order by product.name, product.id
        )
        from jsonb_to_recordset(short) as line (id uuid, available integer)
        join public.products as product on product.id = line.id
      )
    );
  end if;
  return null;
end
$$;

-- For the admin area: `received` and `corrected` add to the stock, `counted` sets it; null stops
-- counting. Answers the new stock. Sales meanwhile are not overwritten by what a form once read, and a
-- request that comes again, because its answer was lost, changes nothing.
create function public.change_stock(
  product_id uuid, reason text, amount integer, request uuid default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  before integer;
  now_left integer;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  select stock into before from public.products where id = change_stock.product_id
    for no key update;
  if not found then
    raise no_data_found using message = 'This product does not exist.';
  end if;
  if exists (select from public.stock_movements as done where done.request = change_stock.request) then
    return before;
  end if;
  if reason = 'counted' then
    now_left := amount;
  elsif reason in ('received', 'corrected') then
    now_left := coalesce(before, 0) + amount;
  else
    raise invalid_parameter_value using message = 'reason is counted, received or corrected';
  end if;
  if now_left < 0 then
    raise check_violation using message = format('Only %s are in stock.', coalesce(before, 0));
  end if;
  perform private.explain_stock(change_stock.reason, null, change_stock.request);
  update public.products set stock = now_left where id = change_stock.product_id;
  perform private.explain_stock(null, null);
  return now_left;
end
$$;

create trigger release_stock after update of payment_status on public.orders
  for each row
  when (old.payment_status = 'pending' and new.payment_status in ('expired', 'failed'))
  execute function private.release_stock();

-- What is not paid yet, or ended unpaid, gives its stock back by release_stock.
create trigger move_stock_of_free_order after update of status, payment_status on public.orders
  for each row when (
    new.total_amount = 0 and new.payment_status not in ('pending', 'expired', 'failed')
    and (
      new.status = 'cancelled' and (
        old.status in ('pending', 'processing') or old.payment_status in ('pending', 'expired', 'failed')
      )
      or new.status <> 'cancelled' and old.status = 'cancelled'
    )
  )
  execute function private.move_stock_of_free_order();

alter table public.stock_movements enable row level security;

create policy "Admins read stock movements" on public.stock_movements
  for select to authenticated using ((select private.is_admin()));

revoke all on table public.stock_movements from anon, authenticated, service_role;
grant select on table public.stock_movements to authenticated, service_role;
revoke execute on function public.change_stock(uuid, text, integer, uuid) from public;
grant execute on function public.change_stock(uuid, text, integer, uuid) to authenticated, service_role;
revoke execute on function private.explain_stock(text, uuid, uuid) from public;
revoke execute on function private.take_stock(uuid, jsonb) from public;
revoke execute on function private.held_stock(uuid) from public;
revoke execute on function private.give_back_stock(uuid, text) from public;
revoke execute on function private.return_stock(uuid, jsonb) from public;
revoke execute on function private.release_stock() from public;
revoke execute on function private.move_stock_of_free_order() from public;
