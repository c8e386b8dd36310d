-- As before, but products are ranked by what is left of their sales: what was given back of an order
-- is taken from its lines in proportion, and an order that was given back whole counts nowhere.
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
          'orders', coalesce(sales.orders, 0),
          'cents', coalesce(sales.cents, 0),
          'refunded_cents', coalesce(given_back.cents, 0)
        ) order by days.day
      )
      from generate_series(first_day::timestamp, last_day::timestamp, '1 day') as days (day)
      left join (
        select (paid_at at time zone zone)::date as day, count(*) as orders,
          (sum(total_amount) * 100)::bigint as cents
        from public.orders where paid_at >= since and paid_at < until group by 1
      ) as sales on sales.day = days.day::date
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
        from public.orders as sale
        left join (
          select refund.order_id, sum(refund.amount_cents) as cents
          from private.refunds_of_sales as refund
          group by 1
        ) as given_back on given_back.order_id = sale.id
        cross join lateral (
          select 1 - coalesce(given_back.cents / nullif(sale.total_amount * 100, 0), 0) as share
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
