-- A payment of another amount than its order's total, once accepted, counted in sales as the total.

-- Paid orders with what was received for them, in cents. Orders that were brought from elsewhere
-- have no payment: their total counts.
create view private.sales as
  select bought.id as order_id, bought.paid_at, bought.order_items, bought.total_amount,
    coalesce(payment.amount_cents, (bought.total_amount * 100)::bigint) as cents
  from public.orders as bought
  left join public.payments as payment
    on payment.order_id = bought.id and payment.standing = 'settled'
  where bought.paid_at is not null;

drop function public.admin_refunded(uuid[]);

-- {"<order id>": {"received": 4990, "refunded": 990}}: the money of each of these orders, in cents;
-- those that were never paid are left out.
create function public.admin_order_money(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if cardinality(order_ids) > 1000 then
    raise invalid_parameter_value using message = 'at most 1,000 orders at once';
  end if;
  return (
    select coalesce(
      jsonb_object_agg(
        sale.order_id,
        jsonb_build_object('received', sale.cents, 'refunded', coalesce(given_back.cents, 0))
      ),
      '{}'
    )
    from private.sales as sale
    left join lateral (
      select sum(refund.amount_cents)::bigint as cents
      from private.refunds_of_sales as refund
      where refund.order_id = sale.order_id
    ) as given_back on true
    where sale.order_id = any (order_ids)
  );
end
$$;

revoke execute on function public.admin_order_money(uuid[]) from public;
grant execute on function public.admin_order_money(uuid[]) to authenticated, service_role;

-- Sales by day and best sellers. Products rank by sales net of refunds: what an order brought is
-- shared among its lines in proportion, and a fully refunded order does not count.
create or replace function public.admin_sales(first_day date, last_day date, zone text)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  since timestamptz := first_day::timestamp at time zone zone;
  until timestamptz := (last_day + 1)::timestamp at time zone zone;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if last_day < first_day or last_day - first_day > 400 then
    raise invalid_parameter_value using message = 'between 1 and 400 days';
  end if;
  return jsonb_build_object(
    'days', (
      select jsonb_agg(
        jsonb_build_object(
          'day', days.day::date,
          'orders', coalesce(sold.orders, 0),
          'cents', coalesce(sold.cents, 0),
          'refunded_cents', coalesce(given_back.cents, 0)
        ) order by days.day
      )
      from generate_series(first_day::timestamp, last_day::timestamp, '1 day') as days (day)
      left join (
        select (paid_at at time zone zone)::date as day, count(*) as orders,
          sum(cents)::bigint as cents
        from private.sales where paid_at >= since and paid_at < until group by 1
      ) as sold on sold.day = days.day::date
      left join (
        select (refund.created_at at time zone zone)::date as day,
          sum(refund.amount_cents)::bigint as cents
        from private.refunds_of_sales as refund
        where refund.created_at >= since and refund.created_at < until
        group by 1
      ) as given_back on given_back.day = days.day::date
    ),
    'products', (
      select coalesce(jsonb_agg(to_jsonb(best) order by best.cents desc), '[]')
      from (
        select line ->> 'name' as name, coalesce(line ->> 'weight', '') as weight,
          sum((line ->> 'quantity')::integer) as quantity,
          (sum((line ->> 'price')::numeric * (line ->> 'quantity')::integer * kept.share) * 100)
            ::bigint as cents
        from private.sales as sale
        left join (
          select refund.order_id, sum(refund.amount_cents) as cents
          from private.refunds_of_sales as refund
          group by 1
        ) as given_back on given_back.order_id = sale.order_id
        cross join lateral (
          select (sale.cents - coalesce(given_back.cents, 0)) / nullif(sale.total_amount * 100, 0)
            as share
        ) as kept
        cross join lateral jsonb_array_elements(
          case when jsonb_typeof(sale.order_items) = 'array' then sale.order_items else '[]' end
        ) as line
        where sale.paid_at >= since and sale.paid_at < until and kept.share > 0
        group by 1, 2
        order by cents desc nulls last
        limit 5
      ) as best
    )
  );
end
$$;
