-- A dispute that was lost, reopened and lost again counted as one loss, on its last day: what earlier days had shown was
-- gone from the ledger, and its reversal with it.

-- What a dispute took before it was decided anew and lost again: the ledger of those days holds it, and what came
-- back in between. The latest of them stands in `disputes` until then.
create table private.former_losses (
  id uuid not null,
  dispute_id uuid not null,
  lost_at timestamptz not null,
  cents bigint not null,
  reversed_at timestamptz not null,
  constraint former_losses_pkey primary key (id),
  constraint former_losses_dispute_id_fkey
    foreign key (dispute_id) references public.disputes(id) on delete cascade
);

create index former_losses_dispute_id_idx on private.former_losses (dispute_id);

create index former_losses_lost_at_idx on private.former_losses (lost_at);

create index former_losses_reversed_at_idx on private.former_losses (reversed_at);

-- The id of a dispute's latest loss in the ledger, where each has a row of its own; the first has the dispute's.
create function private.loss_id(dispute uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  earlier bigint;
begin
  select count(*) into earlier from private.former_losses where dispute_id = dispute;
  return case when earlier = 0 then dispute else md5(dispute::text || earlier)::uuid end;
end
$$;

create or replace function private.note_reversal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.state = 'lost' then
    new.former_loss_at := old.updated_at;
    new.former_loss_cents := old.amount_cents;
    new.reversed_at := now();
  else
    if old.reversed_at is not null then
      insert into private.former_losses (id, dispute_id, lost_at, cents, reversed_at)
      values (
        private.loss_id(old.id), old.id, old.former_loss_at, old.former_loss_cents, old.reversed_at
      );
    end if;
    new.former_loss_at := null;
    new.former_loss_cents := null;
    new.reversed_at := null;
  end if;
  return new;
end
$$;

-- Every return of money for paid orders, each loss of a dispute with a row of its own.
create or replace view private.returned_money as
  select returned.order_id, returned.created_at as moved_at, returned.amount_cents, returned.kind,
    case returned.kind when 'dispute' then private.loss_id(returned.id) else returned.id end as id,
    returned.provider, returned.reference, returned.currency, returned.lines,
    null::timestamptz as reversed_at
  from private.refunds_of_sales as returned
  union all
  select dispute.order_id, dispute.former_loss_at, dispute.former_loss_cents, 'dispute',
    private.loss_id(dispute.id), dispute.provider, dispute.reference, dispute.currency, null,
    dispute.reversed_at
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.reversed_at is not null
    and payment.standing <> 'surplus'
    and bought.paid_at is not null
  union all
  select dispute.order_id, former.lost_at, former.cents, 'dispute', former.id, dispute.provider,
    dispute.reference, dispute.currency, null, former.reversed_at
  from private.former_losses as former
  join public.disputes as dispute on dispute.id = former.dispute_id
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where payment.standing <> 'surplus'
    and bought.paid_at is not null
  union all
  select refund.order_id, greatest(refund.created_at, bought.paid_at), refund.amount_cents, 'refund',
    refund.id, refund.provider, refund.reference, refund.currency, refund.lines, refund.reversed_at
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.reversed_at > bought.paid_at
    and payment.standing <> 'surplus';

revoke execute on function private.loss_id(uuid) from public;
