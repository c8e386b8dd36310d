-- With a million orders, planning for any moments took hash joins over all of them, and compiling the
-- plans took longer than carrying them out.

-- The sums of these quarters, from the rows themselves.
create or replace function private.count_sales(quarters timestamptz[])
returns setof private.sales_quarters
language sql stable set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select wanted.quarter, coalesce(sum(part.placed), 0)::integer,
    coalesce(sum(part.sold), 0)::integer, coalesce(sum(part.cents), 0)::bigint,
    coalesce(sum(part.refunded_cents), 0)::bigint
  from unnest(quarters) as wanted (quarter)
  left join lateral (
    select 1 as placed, 0 as sold, 0 as cents, 0 as refunded_cents
    from public.orders as placed
    where placed.created_at >= wanted.quarter
      and placed.created_at < wanted.quarter + interval '15 minutes'
      and placed.payment_status not in ('expired', 'failed')
    union all
    select 0, 1, sale.cents, 0
    from private.sales as sale
    where sale.paid_at >= wanted.quarter and sale.paid_at < wanted.quarter + interval '15 minutes'
    union all
    select 0, 0, 0, refund.amount_cents
    from private.refunds_of_sales as refund
    where refund.created_at >= wanted.quarter
      and refund.created_at < wanted.quarter + interval '15 minutes'
  ) as part on true
  group by 1
$$;

-- What each product brought by sales between two moments, by UTC day, from the rows themselves. What an
-- order brought is shared among its lines in proportion, and a fully refunded order does not count.
create or replace function private.count_product_sales(since timestamptz, until timestamptz)
returns setof private.product_sales
language sql stable set search_path = ''
-- A plan made for any moments would read every payment for the few of a day.
set enable_seqscan = off
set jit = off
as $$
  with given_back as materialized (
    select touched.order_id, (
      select sum(refund.amount_cents)
      from private.refunds_of_sales as refund
      where refund.order_id = touched.order_id
    ) as cents
    from (
      select refund.order_id from public.orders as sale
      join public.refunds as refund on refund.order_id = sale.id
      where sale.paid_at >= since and sale.paid_at < until
      union
      select dispute.order_id from public.orders as sale
      join public.disputes as dispute on dispute.order_id = sale.id
      where sale.paid_at >= since and sale.paid_at < until
    ) as touched
  )
  select (sale.paid_at at time zone 'UTC')::date, line ->> 'name', coalesce(line ->> 'weight', ''),
    coalesce(sum((line ->> 'quantity')::integer), 0),
    coalesce(
      sum((line ->> 'price')::numeric * (line ->> 'quantity')::integer * kept.share) * 100, 0
    )
  from private.sales as sale
  left join given_back using (order_id)
  cross join lateral (
    select (sale.cents - coalesce(given_back.cents, 0)) / nullif(sale.total_amount * 100, 0) as share
  ) as kept
  cross join lateral jsonb_array_elements(
    case when jsonb_typeof(sale.order_items) = 'array' then sale.order_items else '[]' end
  ) as line
  where sale.paid_at >= since and sale.paid_at < until and kept.share > 0
  group by 1, 2, 3
$$;

alter function public.admin_find(text, integer) set jit = off;
alter function public.admin_list(text, text, jsonb, text, boolean, integer, integer) set jit = off;
alter function public.admin_overview() set jit = off;
alter function public.admin_sales(date, date, text) set jit = off;
