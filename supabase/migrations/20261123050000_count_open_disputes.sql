-- A dispute that was lost stayed among those that need attention, though nothing can be done about
-- it anymore.
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
        where payment_status = 'paid' and status in ('pending', 'processing')
      )
    )
  );
end
$$;
