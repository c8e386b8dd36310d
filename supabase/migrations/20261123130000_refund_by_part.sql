-- What of its order a refund gives back, {"lines": [{"line": 0, "quantity": 1}], "delivery": false,
-- "restock": true}; `line` is the place in `order_items`. Null for a free amount.
alter table public.refunds add column lines jsonb,
  add constraint refunds_lines_check check ((jsonb_typeof(lines) = 'object'));

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

revoke execute on function private.return_stock(uuid, jsonb) from public;
