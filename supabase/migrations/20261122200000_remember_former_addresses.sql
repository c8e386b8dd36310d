-- Whoever deletes an account deletes what came from every address it ever confirmed, so those that
-- it no longer has are remembered until then.
create table private.former_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  address text not null,
  primary key (user_id, address)
);
alter table private.former_addresses enable row level security;

create function private.remember_former_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.former_addresses (user_id, address)
  values (old.id, lower(old.email))
  on conflict do nothing;
  return null;
end
$$;
revoke execute on function private.remember_former_address() from public;

create trigger remember_former_address
  after update of email on auth.users
  for each row
  when (
    old.email is distinct from new.email
    and old.email <> '' and old.email_confirmed_at is not null
  )
  execute function private.remember_former_address();
