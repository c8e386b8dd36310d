-- The dashboard's figures, read as the owner for administrators alone: counted on indexes, without
-- asking row security about each of 50,000 orders.
create index orders_paid_at_idx on public.orders (paid_at) include (total_amount)
  where paid_at is not null;

-- {"products", "orders", "contacts", "attention": {"review", "disputed", "failed_mails",
-- "unanswered", "to_ship"}}. Abandoned checkouts (expired, failed) are not counted.
create function public.admin_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  return jsonb_build_object(
    'products', (select count(*) from public.products),
    'orders', (
      select count(*) from public.orders where payment_status not in ('expired', 'failed')
    ),
    'contacts', (select count(*) from public.contacts),
    'attention', jsonb_build_object(
      'review', (select count(*) from public.orders where payment_status = 'review'),
      'disputed', (select count(*) from public.orders where payment_status = 'disputed'),
      'failed_mails', (select count(*) from private.email_outbox where status = 'failed'),
      'unanswered', (select count(*) from public.contacts where answered_at is null),
      'to_ship', (
        select count(*) from public.orders
        where payment_status = 'paid' and status in ('pending', 'processing')
      )
    )
  );
end
$$;

-- Money that came in between two moments, by day in the shop's time zone, and what sold best.
-- {"days": [{"day": "2026-11-20", "orders": 3, "cents": 12970, "refunded_cents": 0}],
--  "products": [{"name", "weight", "quantity", "cents"}]}; every day is there, the first and last
-- included.
create function public.admin_sales(first_day date, last_day date, zone text) returns jsonb
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
        select (created_at at time zone zone)::date as day, sum(amount_cents)::bigint as cents
        from public.refunds
        where created_at >= since and created_at < until and state in ('pending', 'succeeded')
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

revoke execute on function public.admin_overview(), public.admin_sales(date, date, text)
  from public, anon;
grant execute on function public.admin_overview(), public.admin_sales(date, date, text)
  to authenticated, service_role;

create index orders_counted_idx on public.orders (created_at desc)
  where payment_status not in ('expired', 'failed');
create index orders_to_ship_idx on public.orders (created_at)
  where payment_status = 'paid' and status in ('pending', 'processing');
create index refunds_created_at_idx on public.refunds (created_at);
create index email_outbox_failed_idx on private.email_outbox (created_at)
  where status = 'failed';
