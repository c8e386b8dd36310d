-- An order that a discount code made free kept its stock when it was cancelled, and a replacement that was cancelled
-- and sent after all did not take its stock again.
-- Older programs: none calls what goes; its place is taken at once.

drop trigger return_replacement on public.orders;

drop function private.return_replacement();

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
      'Order #%s stays cancelled: its stock was put back, and %s.',
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

revoke execute on function private.move_stock_of_free_order() from public;

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
