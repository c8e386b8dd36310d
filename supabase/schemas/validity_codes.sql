-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- The valid batch codes: those of batches follow by themselves (`follow_batch`), others the owner adds. A check
-- (`private.check_code`) comes here for a code without a batch, or with one that is only being prepared.
-- Printable ASCII keeps look-alikes out. A code is found in any case, with or without spaces and hyphens.
create table public.validity_codes (
  id uuid default gen_random_uuid() not null,
  code text not null,
  product_name text default 'Default Product' not null,
  created_at timestamptz default now() not null,
  constraint validity_codes_code_check check (((code ~ '^[\x20-\x7E]{1,64}$') and (code = btrim(code)))),
  constraint validity_codes_code_key unique (code),
  constraint validity_codes_pkey primary key (id)
);

create index validity_codes_created_at_idx on public.validity_codes (created_at desc);

create index validity_codes_search_idx on public.validity_codes
  using gin (private.plain(code || ' ' || product_name) extensions.gin_trgm_ops);

create index validity_codes_printed_idx on public.validity_codes
  (translate(code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'));

-- The code that the lookup key spells in another way: a small letter, a space or a hyphen more or less,
-- in the key or as the code was added. One row at most, and none where the key opens a code by itself.
create function private.code_spelled_otherwise() returns text
language sql stable security definer set search_path = '' as $$
  select found.code
  from private.request_header('x-lookup-key') as key
  cross join lateral (
    select translate(key, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') as printed
  ) as spelling
  join public.validity_codes as found on printed <> ''
    and translate(found.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') = printed
  where not exists (
    select from public.validity_codes as exact where exact.code in (key, printed)
  )
  order by found.created_at, found.id
  limit 1
$$;

create view public.product_validity_view with (security_invoker = true) as
  select id, code, product_name, created_at from public.validity_codes;

create trigger record_delete after delete on public.validity_codes
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.validity_codes
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.validity_codes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

alter table public.validity_codes enable row level security;

-- A code is visible only to someone who holds it: the header must carry it in some spelling, so no
-- filter can list codes or guess them by pattern.
create policy "A code shows itself to its holder" on public.validity_codes for select to anon, authenticated
  using (code in (( select private.request_header('x-lookup-key') as request_header), translate(( select private.request_header('x-lookup-key') as request_header), 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), ( select private.code_spelled_otherwise() as code_spelled_otherwise)));

create policy "Admins manage codes" on public.validity_codes
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke execute on function private.code_spelled_otherwise() from public;
grant execute on function private.code_spelled_otherwise() to anon, authenticated, service_role;
grant all on table public.validity_codes to service_role;
grant select,insert,delete,update on table public.validity_codes to authenticated;
grant select(code) on table public.validity_codes to anon;
grant select(product_name) on table public.validity_codes to anon;
grant all on table public.product_validity_view to service_role;
grant select on table public.product_validity_view to authenticated;
