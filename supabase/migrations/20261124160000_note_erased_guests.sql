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
