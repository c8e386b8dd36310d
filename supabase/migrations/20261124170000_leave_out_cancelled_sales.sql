-- A cancelled order is no sale, whether or not its money went back. What was kept is in the ledger still.

create or replace view private.sales as
  select bought.id as order_id, bought.paid_at, bought.order_items, bought.total_amount,
    coalesce(payment.amount_cents, (bought.total_amount * 100)::bigint) as cents,
    bought.status = 'cancelled' as cancelled
  from public.orders as bought
  left join public.payments as payment
    on payment.order_id = bought.id and payment.standing = 'settled'
  where bought.paid_at is not null;

create or replace view private.refunds_of_sales as
  select refund.order_id, refund.created_at, refund.amount_cents, 'refund' as kind, refund.id,
    refund.provider, refund.reference, refund.currency, refund.lines,
    bought.status = 'cancelled' as cancelled
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.state in ('pending', 'succeeded')
    and payment.standing <> 'surplus'
    and bought.paid_at is not null
  union all
  select dispute.order_id, dispute.updated_at, dispute.amount_cents, 'dispute', dispute.id,
    dispute.provider, dispute.reference, dispute.currency, null, bought.status = 'cancelled'
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.state = 'lost'
    and payment.standing <> 'surplus'
    and bought.paid_at is not null;

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
      and not sale.cancelled
    union all
    select 0, 0, 0, refund.amount_cents
    from private.refunds_of_sales as refund
    where refund.created_at >= wanted.quarter
      and refund.created_at < wanted.quarter + interval '15 minutes'
      and not refund.cancelled
  ) as part on true
  group by 1
$$;

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
  where sale.paid_at >= since and sale.paid_at < until and kept.share > 0 and not sale.cancelled
  group by 1, 2, 3
$$;

create or replace function private.count_place_sales(since timestamptz, until timestamptz)
returns setof private.place_sales
language sql stable set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select (bought.paid_at at time zone 'UTC')::date,
    private.country_of_order(bought.ship_country, bought.address),
    coalesce(bought.discount_code, ''), count(*)::integer,
    sum(sale.cents - coalesce(given_back.cents, 0))::bigint
  from public.orders as bought
  join private.sales as sale on sale.order_id = bought.id
  left join lateral (
    select sum(refund.amount_cents)::bigint as cents from private.refunds_of_sales as refund
    where refund.order_id = bought.id
  ) as given_back on true
  where bought.paid_at >= since and bought.paid_at < until and not sale.cancelled
  group by 1, 2, 3
$$;

create or replace trigger mark_stale_sales after update on public.orders
  for each row when (
    (old.created_at, old.paid_at, old.payment_status, old.total_amount, old.order_items,
      old.status = 'cancelled')
    is distinct from
    (new.created_at, new.paid_at, new.payment_status, new.total_amount, new.order_items,
      new.status = 'cancelled')
  )
  execute function private.mark_stale_sales();

-- The sums so far counted cancelled orders.
insert into private.stale_sales (quarter)
select private.quarter_of(sale.paid_at) from private.sales as sale where sale.cancelled
union
select private.quarter_of(refund.created_at) from private.refunds_of_sales as refund where refund.cancelled;
