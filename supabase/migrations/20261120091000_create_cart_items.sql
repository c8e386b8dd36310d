create table public.cart_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- No foreign key: a line whose product is gone stays, and is shown as gone.
  product_id uuid not null,
  product_name text not null check (length(product_name) <= 200),
  weight text not null default '' check (length(weight) <= 50),
  price numeric(10, 2) not null check (price between 0 and 99999999.99),
  quantity integer not null check (quantity between 1 and 99),
  created_at timestamptz not null default now(),
  unique (user_id, product_id, weight)
);

-- Name and price come from the catalogue whatever the client sent.
create function private.take_catalogue_price() returns trigger
language plpgsql set search_path = '' as $$
declare
  product public.products;
begin
  select * into product from public.products p where p.id = new.product_id;
  if found then
    new.product_name := product.name;
    new.price := product.price;
  else
    new.product_name := coalesce(new.product_name, 'Unknown Item');
    new.price := coalesce(new.price, 0);
  end if;
  return new;
end
$$;
revoke execute on function private.take_catalogue_price() from public;

create trigger take_catalogue_price
  before insert or update on public.cart_items
  for each row execute function private.take_catalogue_price();

alter table public.cart_items enable row level security;
grant select, insert, update, delete on public.cart_items to authenticated;
grant all on public.cart_items to service_role;
create policy "Customers keep their own cart" on public.cart_items
  for all to authenticated using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

-- The whole cart in one transaction, so that a lost connection never leaves it empty.
-- items: [{product_id, product_name, weight, price, quantity}]
create function public.replace_cart(items jsonb) returns setof public.cart_items
language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(items) is distinct from 'array' then
    raise invalid_parameter_value using message = 'items must be a list';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('cart:' || auth.uid()::text, 0));
  delete from public.cart_items where user_id = auth.uid();
  return query
    insert into public.cart_items (user_id, product_id, product_name, weight, price, quantity)
    select auth.uid(), line.product_id, line.product_name, coalesce(line.weight, ''),
      line.price, line.quantity
    from jsonb_to_recordset(items) as line (
      product_id uuid, product_name text, weight text, price numeric, quantity integer
    )
    returning *;
end
$$;
revoke execute on function public.replace_cart(jsonb) from public, anon;
grant execute on function public.replace_cart(jsonb) to authenticated, service_role;
