-- Orders stayed disputed although a lost dispute had taken only a part of their money: the rest is the shop's.
update public.orders as bought
set payment_status = case when money.gone >= money.taken then 'refunded' else 'partially_refunded' end
from (
  select payment.order_id, sum(payment.amount_cents) as taken,
    sum(disputed.lost) as lost, sum(disputed.lost + refunded.cents) as gone,
    bool_or(disputed.is_open) as is_open, bool_or(payment.standing = 'settled') as settled
  from public.payments as payment
  cross join lateral (
    select coalesce(sum(dispute.amount_cents) filter (where dispute.state = 'lost'), 0) as lost,
      coalesce(bool_or(dispute.state = 'open'), false) as is_open
    from public.disputes as dispute where dispute.payment_id = payment.id
  ) as disputed
  cross join lateral (
    select coalesce(sum(refund.amount_cents), 0) as cents from public.refunds as refund
    where refund.payment_id = payment.id and refund.state in ('pending', 'succeeded')
  ) as refunded
  where payment.standing <> 'surplus'
  group by payment.order_id
) as money
where bought.id = money.order_id
  and bought.payment_status = 'disputed'
  and money.settled
  and not money.is_open
  and money.lost > 0
  and money.lost < money.taken;
