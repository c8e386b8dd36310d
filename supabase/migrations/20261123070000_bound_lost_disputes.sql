-- A dispute over the whole payment, lost after a part of it was refunded, counted that part twice:
-- PayPal names the amount that is disputed, not what it took in the end.
create or replace view private.refunds_of_sales as
  select refund.order_id, refund.created_at, refund.amount_cents
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.state in ('pending', 'succeeded')
    and payment.standing <> 'surplus'
    and bought.paid_at is not null
  union all
  select dispute.order_id, dispute.updated_at,
    least(dispute.amount_cents, payment.amount_cents - coalesce(refunded.cents, 0))
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  left join lateral (
    select sum(refund.amount_cents)::bigint as cents
    from public.refunds as refund
    where refund.payment_id = payment.id and refund.state in ('pending', 'succeeded')
  ) as refunded on true
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.state = 'lost'
    and payment.standing <> 'surplus'
    and bought.paid_at is not null;
