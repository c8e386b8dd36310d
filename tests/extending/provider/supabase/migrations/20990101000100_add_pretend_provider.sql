alter table public.orders add column pretend_order_id text unique;
-- A view has the columns that there were when it was made.
create or replace view public.orders_by_session with (security_invoker = true) as
  select * from private.order_by_session();

alter table private.checkout_attempts
  drop constraint checkout_attempts_provider_check,
  add constraint checkout_attempts_provider_check
    check (provider in ('stripe', 'paypal', 'pretend'));
alter table public.payments
  drop constraint payments_provider_check,
  add constraint payments_provider_check
    check (provider in ('stripe', 'paypal', 'pretend', 'bank_transfer', 'cash'));
alter table public.refunds
  drop constraint refunds_provider_check,
  add constraint refunds_provider_check
    check (provider in ('stripe', 'paypal', 'pretend', 'bank_transfer', 'cash'));
alter table public.disputes
  drop constraint disputes_provider_check,
  add constraint disputes_provider_check check (provider in ('stripe', 'paypal', 'pretend'));
alter table private.provider_events
  drop constraint provider_events_provider_check,
  add constraint provider_events_provider_check
    check (provider in ('stripe', 'paypal', 'pretend'));
alter table public.incidents
  drop constraint incidents_provider_check,
  add constraint incidents_provider_check check (provider in ('stripe', 'paypal', 'pretend'));
