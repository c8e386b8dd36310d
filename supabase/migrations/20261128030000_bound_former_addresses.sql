-- Each address is looked for in the logs when the account is deleted: the last 20 are remembered.
alter table private.former_addresses add column remembered_at timestamptz default now() not null;

create or replace function private.remember_former_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.former_addresses (user_id, address)
  values (old.id, lower(old.email))
  on conflict (user_id, address) do update set remembered_at = now();
  delete from private.former_addresses
  where user_id = old.id and address in (
    select address from private.former_addresses
    where user_id = old.id order by remembered_at desc, address offset 20
  );
  return null;
end
$$;
