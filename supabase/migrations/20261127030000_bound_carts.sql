-- An account's cart holds at most 200 lines however they are inserted, not only where it is saved as a whole. What
-- a cart has beyond that can be read, changed and deleted.
create function private.most_cart_lines() returns integer
language sql immutable set search_path = '' as 'select 200';

-- Refuses the first line too many, before the rest of a long insert is looked at. The lock, which is that of
-- replace_cart, because lines that others are inserting cannot be seen yet. A line that is there already is
-- no further one: an upsert changes it. Runs with its owner's rights, so that counting applies no policy.
create function private.bound_cart() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.most_cart_lines();
begin
  -- The policy refuses it, and nobody learns of another's cart.
  if new.user_id <> auth.uid() then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('cart:' || new.user_id::text, 0));
  if exists (
    select from public.cart_items as line where line.user_id = new.user_id offset most - 1
  ) and not exists (
    select from public.cart_items as line
    where line.user_id = new.user_id and line.product_id = new.product_id
      and line.weight = new.weight
  ) then
    raise invalid_parameter_value using message = format('a cart holds at most %s lines', most);
  end if;
  return new;
end
$$;

create trigger bound_cart
  before insert on public.cart_items
  for each row execute function private.bound_cart();

create or replace function public.replace_cart(items jsonb, base jsonb default null)
returns setof public.cart_items
language plpgsql set search_path = '' as $$
declare
  owner uuid := auth.uid();
  saved public.cart_items[];
  most constant integer := private.most_cart_lines();
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_typeof(coalesce(base, '[]')) <> 'array' then
    raise invalid_parameter_value using message = 'items and base must be lists';
  end if;
  if jsonb_array_length(items) > most then
    raise invalid_parameter_value using message = format('a cart holds at most %s lines', most);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('cart:' || owner::text, 0));
  if base is not null then
    saved := array(select c from public.cart_items c where c.user_id = owner);
  end if;
  delete from public.cart_items where user_id = owner;
  return query
    insert into public.cart_items (user_id, product_id, product_name, weight, price, quantity)
    select owner, merged.product_id, merged.product_name, merged.weight, merged.price, merged.quantity
    from (
      select product_id, weight,
        case when agreed.elsewhere then theirs.seen_name else mine.product_name end as product_name,
        case when agreed.elsewhere then theirs.seen_price else mine.price end as price,
        case
          when base is null then mine.quantity
          when theirs.quantity is not distinct from known.quantity then mine.quantity
          when mine.quantity is not distinct from known.quantity then theirs.quantity
          else greatest(mine.quantity, theirs.quantity)
        end as quantity,
        mine.place, theirs.position
      from (
        select line.product_id, line.product_name, coalesce(line.weight, '') as weight, line.price,
          line.quantity, row_number() over () as place
        from jsonb_to_recordset(items) as line (
          product_id uuid, product_name text, weight text, price numeric, quantity integer
        )
      ) as mine
      full join unnest(saved) as theirs using (product_id, weight)
      left join (
        select distinct on (line.product_id, coalesce(line.weight, ''))
          line.product_id, line.product_name, coalesce(line.weight, '') as weight, line.price,
          line.quantity
        from jsonb_to_recordset(coalesce(base, '[]')) as line (
          product_id uuid, product_name text, weight text, price numeric, quantity integer
        )
      ) as known using (product_id, weight)
      cross join lateral (
        select mine.place is null or (
          theirs.position is not null
          and mine.product_name is not distinct from known.product_name
          and mine.price is not distinct from known.price
        ) as elsewhere
      ) as agreed
    ) as merged
    -- A line without a quantity that was sent so is an error; one that somebody removed is not.
    where merged.quantity is not null or base is null
    order by merged.place nulls last, merged.position
    returning *;
end
$$;

revoke execute on function private.most_cart_lines() from public;
grant execute on function private.most_cart_lines() to authenticated, service_role;
revoke execute on function private.bound_cart() from public;
