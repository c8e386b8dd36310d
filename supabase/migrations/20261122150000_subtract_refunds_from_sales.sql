-- What went back of an order's own payment: a surplus payment was never counted as a sale, so giving
-- it back takes nothing from one; so too an order that was refunded before it counted as paid.
create view private.refunds_of_sales as
  select refund.order_id, refund.created_at, refund.amount_cents
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.state in ('pending', 'succeeded')
    and payment.standing <> 'surplus'
    and bought.paid_at is not null;

-- As before, but refunded_cents holds only what lowers the sales.
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
          (sum((line ->> 'price')::numeric * (line ->> 'quantity')::integer) * 100)::bigint
            as cents
        from public.orders,
          jsonb_array_elements(
            case when jsonb_typeof(order_items) = 'array' then order_items else '[]' end
          ) as line
        where paid_at >= since and paid_at < until
        group by 1, 2
        order by cents desc nulls last
        limit 5
      ) as best
    )
  );
end
$$;

-- {"<order id>": 990}: what went back of each of these orders, in cents; those without are left out.
create function public.admin_refunded(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if cardinality(order_ids) > 1000 then
    raise invalid_parameter_value using message = 'at most 1,000 orders at once';
  end if;
  return (
    select coalesce(jsonb_object_agg(given_back.order_id, given_back.cents), '{}')
    from (
      select refund.order_id, sum(refund.amount_cents)::bigint as cents
      from private.refunds_of_sales as refund
      where refund.order_id = any (order_ids)
      group by 1
    ) as given_back
  );
end
$$;
revoke execute on function public.admin_refunded(uuid[]) from public, anon;
grant execute on function public.admin_refunded(uuid[]) to authenticated, service_role;
