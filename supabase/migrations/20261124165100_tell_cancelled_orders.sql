-- The page on which a cancelled order could still be paid is closed at once.
create function private.tell_order_cancelled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('order_cancelled', '');
  return null;
end
$$;

revoke execute on function private.tell_order_cancelled() from public;

create trigger tell_order_cancelled after update of status on public.orders
  for each row when (
    new.status = 'cancelled' and old.status <> 'cancelled' and new.payment_status = 'pending'
  )
  execute function private.tell_order_cancelled();
