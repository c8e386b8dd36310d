-- A lost dispute was counted for no more than refunds had left, but a bank may take more. What PayPal
-- names without having taken it is bounded where it is read, and here where it was read before.
alter table public.disputes disable trigger touch_updated_at;

update public.disputes as dispute
set amount_cents = bounded.cents
from (
  select lost.id, greatest(0, least(lost.amount_cents, payment.amount_cents - coalesce((
    select sum(refund.amount_cents)::bigint
    from public.refunds as refund
    where refund.payment_id = payment.id and refund.state in ('pending', 'succeeded')
  ), 0))) as cents
  from public.disputes as lost
  join public.payments as payment on payment.id = lost.payment_id
  where lost.provider = 'paypal' and lost.state = 'lost'
) as bounded
where bounded.id = dispute.id and bounded.cents <> dispute.amount_cents;

alter table public.disputes enable trigger touch_updated_at;

create or replace view private.refunds_of_sales as
  select refund.order_id, refund.created_at, refund.amount_cents
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.state in ('pending', 'succeeded')
    and payment.standing <> 'surplus'
    and bought.paid_at is not null
  union all
  select dispute.order_id, dispute.updated_at, dispute.amount_cents
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.state = 'lost'
    and payment.standing <> 'surplus'
    and bought.paid_at is not null;

-- Sums of sales in which such a dispute counts.
insert into private.stale_sales
select private.quarter_of(moment.at)
from public.disputes as dispute
join public.orders as bought on bought.id = dispute.order_id
cross join lateral (values (dispute.updated_at), (bought.paid_at)) as moment (at)
where dispute.state = 'lost' and moment.at is not null;
