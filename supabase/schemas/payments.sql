-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What providers say they took, and what the owner says was paid outside the shop (`bank_transfer`,
-- `cash`): one row per payment, written in the transaction that settles.
create table public.payments (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  provider text not null,
  reference text not null,
  amount_cents bigint not null,
  currency text not null,
  created_at timestamptz default now() not null,
  standing text default 'settled' not null,
  constraint payments_amount_cents_check check ((amount_cents >= 0)),
  constraint payments_currency_check check ((currency ~ '^[A-Z]{3}$')),
  constraint payments_provider_check check ((provider in ('stripe', 'paypal', 'bank_transfer', 'cash'))),
  constraint payments_standing_check check ((standing in ('settled', 'review', 'surplus'))),
  constraint payments_pkey primary key (id),
  constraint payments_provider_reference_key unique (provider, reference),
  constraint payments_order_id_fkey foreign key (order_id) references public.orders(id) on delete restrict
);

create index payments_order_id_idx on public.payments (order_id);

create unique index payments_settled_once_idx on public.payments (order_id)
  where standing = 'settled';

-- Money that went back, whoever sent it: the owner here, or somebody at the provider.
create table public.refunds (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  payment_id uuid not null,
  provider text not null,
  reference text,
  amount_cents bigint not null,
  currency text not null,
  state text not null,
  origin text not null,
  request_key text,
  requested_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  -- {"lines": [{"line": 0, "quantity": 1}], "delivery": false, "restock": true}; `line` is the place
  -- in `order_items`. Null for a free amount.
  lines jsonb,
  -- When the bank returned it, of one that had counted; null for one that failed before.
  reversed_at timestamptz,
  -- When a requested one was confirmed; null for one that counts since its creation, or never did.
  counted_at timestamptz,
  constraint refunds_lines_check check ((jsonb_typeof(lines) = 'object')),
  constraint refunds_amount_cents_check check ((amount_cents > 0)),
  constraint refunds_currency_check check ((currency ~ '^[A-Z]{3}$')),
  constraint refunds_origin_check check ((origin in ('shop', 'provider'))),
  constraint refunds_provider_check check ((provider in ('stripe', 'paypal', 'bank_transfer', 'cash'))),
  constraint refunds_request_key_check check (((length(request_key) >= 1) and (length(request_key) <= 300))),
  constraint refunds_state_check check ((state in ('requested', 'pending', 'succeeded', 'failed'))),
  constraint refunds_order_id_request_key_key unique (order_id, request_key),
  constraint refunds_pkey primary key (id),
  constraint refunds_provider_reference_key unique (provider, reference),
  constraint refunds_order_id_fkey foreign key (order_id) references public.orders(id) on delete restrict,
  constraint refunds_payment_id_fkey foreign key (payment_id) references public.payments(id) on delete restrict,
  constraint refunds_requested_by_fkey foreign key (requested_by) references auth.users(id) on delete set null
);

create index refunds_counted_idx on public.refunds (coalesce(counted_at, created_at));

create index refunds_order_id_idx on public.refunds (order_id);

create index refunds_payment_id_idx on public.refunds (payment_id);

create index refunds_requested_by_idx on public.refunds (requested_by);

create index refunds_reversed_at_idx on public.refunds (reversed_at) where reversed_at is not null;

create index refunds_unfinished_idx on public.refunds (created_at)
  where state in ('requested', 'pending');

-- A customer's bank that asks for the money back.
create table public.disputes (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  payment_id uuid not null,
  provider text not null,
  reference text not null,
  amount_cents bigint not null,
  currency text not null,
  state text not null,
  reason text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  -- Of a dispute that was lost and then decided anew, as on appeal: when it was lost, what that took,
  -- and until when.
  former_loss_at timestamptz,
  former_loss_cents bigint,
  reversed_at timestamptz,
  constraint disputes_amount_cents_check check ((amount_cents >= 0)),
  constraint disputes_currency_check check ((currency ~ '^[A-Z]{3}$')),
  constraint disputes_provider_check check ((provider in ('stripe', 'paypal'))),
  constraint disputes_state_check check ((state in ('inquiry', 'open', 'won', 'lost'))),
  constraint disputes_pkey primary key (id),
  constraint disputes_provider_reference_key unique (provider, reference),
  constraint disputes_order_id_fkey foreign key (order_id) references public.orders(id) on delete restrict,
  constraint disputes_payment_id_fkey foreign key (payment_id) references public.payments(id) on delete restrict
);

create index disputes_lost_idx on public.disputes (updated_at) where state = 'lost';

create index disputes_order_id_idx on public.disputes (order_id);

create index disputes_payment_id_idx on public.disputes (payment_id);

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

-- Signed provider events. Received is not done: a redelivery of an unfinished event works it off.
create table private.provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  reference text,
  received_at timestamptz default now() not null,
  done_at timestamptz,
  tries integer default 0 not null,
  last_error text,
  about text default 'checkout' not null,
  constraint provider_events_about_check check ((about in ('checkout', 'payment'))),
  constraint provider_events_provider_check check ((provider in ('stripe', 'paypal'))),
  constraint provider_events_pkey primary key (provider, event_id)
);

create index provider_events_open_idx on private.provider_events (received_at)
  where done_at is null;

create index provider_events_received_idx on private.provider_events (provider, received_at desc);

-- Trouble that lasts, told to the team once and closed when it is over.
create table public.incidents (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  provider text,
  detail text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint incidents_kind_check check ((kind in (
    'webhooks_silent', 'emails_stuck', 'events_stuck', 'payments_unreachable', 'reconciler_stopped', 'disk_low',
    'clock_wrong', 'backup_missing', 'restore_unconfirmed'
  ))),
  constraint incidents_provider_check check ((provider in ('stripe', 'paypal'))),
  constraint incidents_pkey primary key (id)
);

create unique index incidents_open_once_idx on public.incidents (kind, provider) nulls not distinct
  where closed_at is null;

-- What each round of the reconciler and of the daily comparison did and found.
create table public.reconcile_runs (
  id bigint not null generated always as identity,
  kind text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  counts jsonb default '{}'::jsonb not null,
  findings jsonb default '[]'::jsonb not null,
  error text,
  constraint reconcile_runs_findings_check check ((jsonb_typeof(findings) = 'array')),
  constraint reconcile_runs_kind_check check ((kind in ('reconcile', 'compare'))),
  constraint reconcile_runs_pkey primary key (id)
);

create index reconcile_runs_finished_at_idx on public.reconcile_runs (finished_at desc);

-- {"<order id>": {"received": 4990, "refunded": 990}}: the money of each of these orders, in cents;
-- those that were never paid are left out.
create function public.admin_order_money(order_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if cardinality(order_ids) > 1000 then
    raise invalid_parameter_value using message = 'at most 1,000 orders at once';
  end if;
  return (
    select coalesce(
      jsonb_object_agg(
        sale.order_id,
        jsonb_build_object('received', sale.cents, 'refunded', coalesce(given_back.cents, 0))
      ),
      '{}'
    )
    from private.sales as sale
    left join lateral (
      select sum(refund.amount_cents)::bigint as cents
      from private.refunds_of_sales as refund
      where refund.order_id = sale.order_id
    ) as given_back on true
    where sale.order_id = any (order_ids)
  );
end
$$;

-- Paid orders with what was received for them, in cents. Orders that were brought from elsewhere
-- have no payment: their total counts. What was cancelled is money that came, but no sale.
create view private.sales as
  select bought.id as order_id, bought.paid_at, bought.order_items, bought.total_amount,
    coalesce(payment.amount_cents, (bought.total_amount * 100)::bigint) as cents,
    bought.status = 'cancelled' as cancelled
  from public.orders as bought
  left join public.payments as payment
    on payment.order_id = bought.id and payment.standing = 'settled'
  where bought.paid_at is not null;

-- A refund counts from the moment it was confirmed, a lost dispute from the day it was lost, even beyond what
-- refunds had left. Won on appeal, it takes nothing anymore. What went back of a payment in review, which was
-- accepted later, counts from the acceptance on: the days before it may have been exported.
create view private.refunds_of_sales as
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

create function private.note_reversal() returns trigger
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

create function private.note_returned_refund() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.reversed_at := case
    when new.state = 'failed' and old.state in ('pending', 'succeeded') then now()
  end;
  return new;
end
$$;

create function private.note_counted_refund() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.counted_at := now();
  return new;
end
$$;

-- Written by the server's functions on behalf of an admin.
create trigger record_insert after insert on public.refunds
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger note_counted_refund before update of state on public.refunds
  for each row when (
    new.state in ('pending', 'succeeded') and old.state in ('requested', 'failed')
    and old.reversed_at is null
  )
  execute function private.note_counted_refund();

create trigger note_reversal before update of state on public.disputes
  for each row when ((old.state = 'lost') <> (new.state = 'lost'))
  execute function private.note_reversal();

create trigger note_returned_refund before update of state on public.refunds
  for each row when (old.state <> new.state)
  execute function private.note_returned_refund();

create trigger touch_updated_at before update on public.disputes
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.refunds
  for each row execute function private.touch_updated_at();

alter table public.disputes enable row level security;
alter table public.incidents enable row level security;
alter table public.payments enable row level security;
alter table public.reconcile_runs enable row level security;
alter table public.refunds enable row level security;

create policy "Admins read disputes" on public.disputes
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read incidents" on public.incidents
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read payments" on public.payments
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read refunds" on public.refunds
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read the reconciler's reports" on public.reconcile_runs
  for select to authenticated using ((select private.is_admin()));

revoke execute on function private.loss_id(uuid) from public;
revoke execute on function private.note_reversal() from public;
revoke execute on function private.note_returned_refund() from public;
revoke execute on function private.note_counted_refund() from public;
revoke execute on function public.admin_order_money(order_ids uuid[]) from public;
grant execute on function public.admin_order_money(order_ids uuid[]) to authenticated, service_role;
grant all on table public.disputes to service_role;
grant select on table public.disputes to authenticated;
grant all on table public.payments to service_role;
grant select on table public.payments to authenticated;
grant all on table public.refunds to service_role;
grant select on table public.refunds to authenticated;
grant all on table public.incidents to service_role;
grant select on table public.incidents to authenticated;
grant all on table public.reconcile_runs to service_role;
grant select on table public.reconcile_runs to authenticated;
grant all on sequence public.reconcile_runs_id_seq to service_role;
