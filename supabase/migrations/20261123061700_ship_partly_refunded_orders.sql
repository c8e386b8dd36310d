-- An order of which a part was refunded still has its other parts to send, and was not among those to
-- ship.
drop index public.orders_to_ship_idx;
create index orders_to_ship_idx on public.orders (created_at)
  where payment_status in ('paid', 'partially_refunded') and status in ('pending', 'processing');

create or replace function public.admin_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  return jsonb_build_object(
    'products', (select count(*) from public.products),
    'orders', (
      select count(*) from public.orders where payment_status not in ('expired', 'failed')
    ),
    'contacts', (select count(*) from public.contacts),
    'attention', jsonb_build_object(
      'review', (select count(*) from public.orders where payment_status = 'review'),
      'disputed', (select count(distinct order_id) from public.disputes where state = 'open'),
      'failed_mails', (
        select count(*) from private.email_outbox where status = 'failed' and dismissed_at is null
      ),
      'unanswered', (select count(*) from public.contacts where answered_at is null),
      'to_ship', (
        select count(*) from public.orders
        where payment_status in ('paid', 'partially_refunded')
          and status in ('pending', 'processing')
      )
    )
  );
end
$$;
