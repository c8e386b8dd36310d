-- A lost dispute takes the money back as a refund does, on the day it was lost. Won on appeal, it
-- takes nothing any more.
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
