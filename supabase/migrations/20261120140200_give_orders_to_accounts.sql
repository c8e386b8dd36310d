-- What was ordered without signing in belongs to the account whose owner has confirmed the address:
-- at that moment, or when the order is paid and there is such an account already.
create index orders_email_idx on public.orders (lower(email));

create function private.claim_guest_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is not null and new.deleted_at is null and new.email <> '' then
    update public.orders set user_id = new.id
    where user_id is null and paid_at is not null and lower(email) = lower(new.email);
  end if;
  return null;
end
$$;
revoke execute on function private.claim_guest_orders() from public;
create trigger claim_guest_orders
  after insert or update of email, email_confirmed_at on auth.users
  for each row execute function private.claim_guest_orders();

create function private.find_owner_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.user_id := (
    select u.id from auth.users u
    where u.email = lower(new.email)
      and u.email_confirmed_at is not null and u.deleted_at is null
    limit 1
  );
  return new;
end
$$;
revoke execute on function private.find_owner_of_order() from public;
create trigger find_owner_of_order
  before update of paid_at on public.orders
  for each row when (new.user_id is null and new.paid_at is not null and old.paid_at is null)
  execute function private.find_owner_of_order();
