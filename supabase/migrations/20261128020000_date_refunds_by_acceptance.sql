-- A lost dispute takes the money back as a refund does, on the day it was lost, even beyond what refunds
-- had left. Won on appeal, it takes nothing anymore. What was refunded of a payment in review, which was
-- accepted later, counts from the acceptance on: the days before it may have been exported.
create or replace view private.refunds_of_sales as
  select refund.order_id, refund.created_at, refund.amount_cents, 'refund' as kind, refund.id,
    refund.provider, refund.reference, refund.currency, refund.lines,
    bought.status = 'cancelled' as cancelled
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.state in ('pending', 'succeeded')
    and payment.standing <> 'surplus'
    and bought.paid_at <= refund.created_at
  union all
  -- Beside the former rather than in one with `greatest`, so that each finds its days by an index.
  select refund.order_id, bought.paid_at, refund.amount_cents, 'refund', refund.id,
    refund.provider, refund.reference, refund.currency, refund.lines, bought.status = 'cancelled'
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.state in ('pending', 'succeeded')
    and payment.standing <> 'surplus'
    and bought.paid_at > refund.created_at
  union all
  select dispute.order_id, dispute.updated_at, dispute.amount_cents, 'dispute', dispute.id,
    dispute.provider, dispute.reference, dispute.currency, null, bought.status = 'cancelled'
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.state = 'lost'
    and payment.standing <> 'surplus'
    and bought.paid_at is not null;

-- Every return of money for paid orders: refunds and disputes as the sums of sales count them, and those
-- that kept the money for a while only, until `reversed_at`: disputes that were lost, then won, and refunds
-- that the bank returned, unless it did before the sale counted.
create or replace view private.returned_money as
  select returned.order_id, returned.created_at as moved_at, returned.amount_cents, returned.kind,
    returned.id, returned.provider, returned.reference, returned.currency, returned.lines,
    null::timestamptz as reversed_at
  from private.refunds_of_sales as returned
  union all
  select dispute.order_id, dispute.former_loss_at, dispute.former_loss_cents, 'dispute', dispute.id,
    dispute.provider, dispute.reference, dispute.currency, null, dispute.reversed_at
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.reversed_at is not null
    and payment.standing <> 'surplus'
    and bought.paid_at is not null
  union all
  select refund.order_id, greatest(refund.created_at, bought.paid_at), refund.amount_cents, 'refund',
    refund.id, refund.provider, refund.reference, refund.currency, refund.lines, refund.reversed_at
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.reversed_at > bought.paid_at
    and payment.standing <> 'surplus';

-- Their sums are counted anew.
insert into private.stale_sales (quarter)
select private.quarter_of(moment.at)
from public.refunds as refund
join public.orders as bought on bought.id = refund.order_id
cross join lateral unnest(array[refund.created_at, bought.paid_at]) as moment (at)
where refund.created_at < bought.paid_at;
