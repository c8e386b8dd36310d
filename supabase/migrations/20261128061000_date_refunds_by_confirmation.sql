-- A refund that the provider confirmed days later appeared on the day of the click, in a month that may have
-- been exported by then, and so did a dispute that was lost before its payment was accepted.
alter table public.refunds add column counted_at timestamptz;

create index refunds_counted_idx on public.refunds (coalesce(counted_at, created_at));
drop index public.refunds_created_at_idx;

create function private.note_counted_refund() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.counted_at := now();
  return new;
end
$$;

revoke execute on function private.note_counted_refund() from public;

create trigger note_counted_refund before update of state on public.refunds
  for each row when (
    new.state in ('pending', 'succeeded') and old.state in ('requested', 'failed')
    and old.reversed_at is null
  )
  execute function private.note_counted_refund();

-- A refund counts from the moment it was confirmed, a lost dispute from the day it was lost, even beyond what
-- refunds had left. Won on appeal, it takes nothing anymore. What went back of a payment in review, which was
-- accepted later, counts from the acceptance on: the days before it may have been exported.
create or replace view private.refunds_of_sales as
  select refund.order_id, coalesce(refund.counted_at, refund.created_at) as created_at,
    refund.amount_cents, 'refund' as kind, refund.id, refund.provider, refund.reference,
    refund.currency, refund.lines, bought.status = 'cancelled' as cancelled
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.state in ('pending', 'succeeded')
    and payment.standing <> 'surplus'
    and bought.paid_at <= coalesce(refund.counted_at, refund.created_at)
  union all
  -- Beside the former rather than in one with `greatest`, so that each finds its days by an index.
  select refund.order_id, bought.paid_at, refund.amount_cents, 'refund', refund.id,
    refund.provider, refund.reference, refund.currency, refund.lines, bought.status = 'cancelled'
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.state in ('pending', 'succeeded')
    and payment.standing <> 'surplus'
    and bought.paid_at > coalesce(refund.counted_at, refund.created_at)
  union all
  select dispute.order_id, dispute.updated_at, dispute.amount_cents, 'dispute', dispute.id,
    dispute.provider, dispute.reference, dispute.currency, null, bought.status = 'cancelled'
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.state = 'lost'
    and payment.standing <> 'surplus'
    and bought.paid_at <= dispute.updated_at
  union all
  select dispute.order_id, bought.paid_at, dispute.amount_cents, 'dispute', dispute.id,
    dispute.provider, dispute.reference, dispute.currency, null, bought.status = 'cancelled'
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.state = 'lost'
    and payment.standing <> 'surplus'
    and bought.paid_at > dispute.updated_at;

-- Every return of money for paid orders: refunds and disputes as the sums of sales count them, and those
-- that kept the money for a while only, until `reversed_at`: disputes that were lost, then not, and refunds
-- that the bank returned, unless it did before the sale counted.
create or replace view private.returned_money as
  select returned.order_id, returned.created_at as moved_at, returned.amount_cents, returned.kind,
    case returned.kind when 'dispute' then private.loss_id(returned.id) else returned.id end as id,
    returned.provider, returned.reference, returned.currency, returned.lines,
    null::timestamptz as reversed_at
  from private.refunds_of_sales as returned
  union all
  select dispute.order_id, greatest(dispute.former_loss_at, bought.paid_at), dispute.former_loss_cents,
    'dispute', private.loss_id(dispute.id), dispute.provider, dispute.reference, dispute.currency, null,
    dispute.reversed_at
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.reversed_at > bought.paid_at
    and payment.standing <> 'surplus'
  union all
  select dispute.order_id, greatest(former.lost_at, bought.paid_at), former.cents, 'dispute', former.id,
    dispute.provider, dispute.reference, dispute.currency, null, former.reversed_at
  from private.former_losses as former
  join public.disputes as dispute on dispute.id = former.dispute_id
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where former.reversed_at > bought.paid_at
    and payment.standing <> 'surplus'
  union all
  select refund.order_id, greatest(refund.counted_at, refund.created_at, bought.paid_at),
    refund.amount_cents, 'refund', refund.id, refund.provider, refund.reference, refund.currency,
    refund.lines, refund.reversed_at
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.reversed_at > bought.paid_at
    and payment.standing <> 'surplus';

create or replace function private.mark_stale_sums_of_money() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_customers (email)
  select distinct lower(email) from public.orders
  where id in (old.order_id, new.order_id)
    and paid_at is not null and email <> '' and email not like '%@checkout.example';
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(paid_at) from public.orders
  where id in (old.order_id, new.order_id) and paid_at is not null;
  -- Nothing was given back of a payment that is new.
  if tg_table_name = 'payments' and tg_op = 'INSERT' then
    return null;
  end if;
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(moment.at)
  from (
    select coalesce(refund.counted_at, refund.created_at) as at from public.refunds as refund
    where refund.order_id in (old.order_id, new.order_id)
    union all
    select dispute.updated_at from public.disputes as dispute
    where dispute.order_id in (old.order_id, new.order_id)
  ) as moment;
  -- The row as it was may be in none of these anymore.
  if tg_table_name = 'refunds' and tg_op <> 'INSERT' then
    insert into private.stale_sales (quarter)
    values (private.quarter_of(coalesce(old.counted_at, old.created_at)));
  elsif tg_table_name = 'disputes' and tg_op <> 'INSERT' then
    insert into private.stale_sales (quarter) values (private.quarter_of(old.updated_at));
  end if;
  return null;
end
$$;

create or replace function private.mark_stale_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(moment.at)
  from (
    select unnest(array[old.created_at, old.paid_at, new.created_at, new.paid_at]) as at
    union all
    select coalesce(refund.counted_at, refund.created_at) from public.refunds as refund
    where refund.order_id in (old.id, new.id)
    union all
    select dispute.updated_at from public.disputes as dispute
    where dispute.order_id in (old.id, new.id)
  ) as moment
  where moment.at is not null;
  return null;
end
$$;

-- Their sums are counted anew.
insert into private.stale_sales (quarter)
select private.quarter_of(moment.at)
from public.disputes as dispute
join public.orders as bought on bought.id = dispute.order_id
cross join lateral unnest(array[dispute.updated_at, bought.paid_at]) as moment (at)
where dispute.state = 'lost' and dispute.updated_at < bought.paid_at;
