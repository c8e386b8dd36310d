-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Accounts that were deleted: a backup that was made before still holds them. An account that is being deleted is
-- closed first, and under way until it is gone.
create table private.erasures (
  account_id uuid not null,
  erased_at timestamptz default now() not null,
  noted_at timestamptz,
  under_way boolean default false not null,
  -- The team erased it: paid orders that still have to ship keep their details.
  keeps_open_orders boolean default false not null,
  constraint erasures_pkey primary key (account_id)
);

-- Without saying whom: only somebody who has a backup, or this database, can tell which address it was.
create function private.hash_erased_address(address text) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(concat(
    'erased ', (select value from private.settings where key = 'visitor_salt'), ' ', lower(address)
  ), 'UTF8')), 'hex');
$$;

revoke execute on function private.hash_erased_address(text) from public;

-- Addresses of guests who were erased: a backup that was made before still holds what they left.
create table private.erased_guests (
  address_hash text not null,
  erased_at timestamptz default now() not null,
  noted_at timestamptz,
  -- A restored backup brought back what was erased.
  due boolean default false not null,
  constraint erased_guests_pkey primary key (address_hash)
);

-- The shop was filled from a backup. Its emails and jobs wait until somebody confirms it.
create table private.restores (
  id uuid default gen_random_uuid() not null,
  backup_at timestamptz not null,
  restored_at timestamptz default now() not null,
  confirmed_at timestamptz,
  compared_at timestamptz,
  constraint restores_pkey primary key (id)
);

-- What the payment services tell of the time after the backup, the former shop may have told
-- already: such an email waits for an administrator among the failed ones.
create function private.keep_back_repeated_email() returns trigger
language plpgsql set search_path = '' as $$
begin
  if split_part(new.dedupe_key, ':', 3) in ('paid', 'refund', 'alert') and exists (
    select from private.restores r join public.orders o on o.id = new.order_id
    where r.compared_at is null and o.created_at <= r.backup_at
  ) then
    new.status := 'failed';
    new.last_error := 'It may have been sent before the shop was restored from a backup.';
  end if;
  return new;
end
$$;

revoke execute on function private.keep_back_repeated_email() from public;

create trigger keep_back_repeated before insert on private.email_outbox
  for each row when (new.order_id is not null and new.status = 'queued')
  execute function private.keep_back_repeated_email();
