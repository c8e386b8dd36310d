-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Which of these products and codes (`pieces`) an order takes more of than its shopper may hold unpaid
-- (what money is under way for counts as sold):
-- [{"id": …, "most": 2}], or null. Asked after it has taken them, while their rows are locked.
-- `ranges` are the hashes of the range that the shopper counts with, of two days; empty for who has paid
-- before. They may hold half of what is there, or `smallest`. What other ranges hold beyond `smallest`
-- is taken off before it is halved, or each further range would get half of the rest.
create function private.find_beyond_share(
  of_order uuid, pieces uuid[], ranges text[], smallest integer
) returns jsonb
language plpgsql set search_path = '' as $$
begin
  return (
    with unpaid as materialized (
      select o.id, attempt.network_range, o.id = of_order as is_this,
        coalesce(o.user_id = this.user_id, false)
          or coalesce(attempt.browser = this_attempt.browser, false)
          or coalesce(attempt.network_range = any (ranges), false) as own
      from public.orders as o
      join private.checkout_attempts as attempt on attempt.order_id = o.id
      cross join public.orders as this
      join private.checkout_attempts as this_attempt on this_attempt.order_id = this.id
      where o.payment_status = 'pending' and attempt.money_under_way_at is null
        and this.id = of_order
    ),
    held as (
      select moved.product_id as piece, moved.quantity, unpaid.*
      from unpaid
      -- Looked for by order: a product has many more movements than an order.
      cross join lateral (
        select product_id, -sum(change) as quantity from public.stock_movements
        where order_id = unpaid.id and array_position(pieces, product_id) is not null
        group by product_id
      ) as moved
      union all
      select use.discount_id, 1, unpaid.*
      from unpaid
      join private.discount_uses as use on use.order_id = unpaid.id
      where use.discount_id = any (pieces) and not use.released
    ),
    -- What was begun without limits, as by a payment link, is of no range and takes nobody's share.
    by_range as (
      select piece, own, sum(quantity) as quantity, sum(quantity) filter (where is_this) as taken
      from held where own or network_range is not null
      group by piece, own, case when not own then network_range end
    ),
    by_piece as (
      select piece, sum(quantity) filter (where own) as own, sum(taken) as taken,
        coalesce(
          sum(greatest(quantity - smallest, 0)) filter (where not own and ranges <> '{}'), 0
        ) as others
      from by_range group by piece
    ),
    remaining as (
      select id, stock as quantity from public.products where id = any (pieces) and stock is not null
      union all
      select id, max_uses - (
        select count(*) from private.discount_uses as use
        where use.discount_id = discounts.id and not use.released
      )
      from public.discounts where id = any (pieces) and max_uses is not null
    ),
    shares as (
      select id, taken,
        greatest(ceil((remaining.quantity + own - others) / 2), smallest) - (own - taken) as most
      from by_piece join remaining on remaining.id = by_piece.piece
    )
    select jsonb_agg(jsonb_build_object('id', id, 'most', greatest(most, 0)) order by id)
    from shares where taken > most
  );
end
$$;

revoke execute on function private.find_beyond_share(uuid, uuid[], text[], integer) from public;
