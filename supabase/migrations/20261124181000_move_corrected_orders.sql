create or replace function private.set_order_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What was ordered while signed in stays with that account.
  if new.user_id is not null and exists (
    select from private.checkout_attempts a where a.order_id = new.id and a.from_account
  ) then
    return new;
  end if;
  new.user_id := (
    select u.id from auth.users u
    where u.email = lower(new.email)
      and u.email_confirmed_at is not null and u.deleted_at is null
    limit 1
  );
  return new;
end
$$;

-- What an account was given because of its address leaves it with that address.
create trigger move_corrected_order
  before update of email on public.orders
  for each row when (new.email is distinct from old.email and new.paid_at is not null)
  execute function private.set_order_owner();
