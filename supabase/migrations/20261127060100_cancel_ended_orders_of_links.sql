-- A link's order that had ended unpaid was not cancelled with its link, and a wallet's late approval was captured.
create or replace function private.cancel_added_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.payment_links as link
    where link.adds_to = new.id and link.order_id is null and link.cancelled_at is null)
  then
    return null;
  end if;
  for round in 1 .. 2 loop
    update public.orders as begun set status = 'cancelled'
    from private.checkout_attempts as attempt
    join public.payment_links as link on link.id = attempt.payment_link
    where link.adds_to = new.id and link.order_id is null and attempt.order_id = begun.id
      and begun.payment_status in ('pending', 'expired', 'failed') and begun.status <> 'cancelled';
    update public.payment_links as link set cancelled_at = now()
    where link.adds_to = new.id and link.order_id is null and link.cancelled_at is null;
  end loop;
  return null;
end
$$;
