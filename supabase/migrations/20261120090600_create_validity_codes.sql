-- Codes are compared exactly and case-sensitively; printable ASCII keeps look-alikes out.
create table public.validity_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[\x20-\x7E]{1,64}$' and code = btrim(code)),
  product_name text not null default 'Default Product',
  created_at timestamptz not null default now()
);
create index validity_codes_created_at_idx on public.validity_codes (created_at desc);

alter table public.validity_codes enable row level security;

grant select (code) on public.validity_codes to anon;
grant select, insert, update, delete on public.validity_codes to authenticated;
grant all on public.validity_codes to service_role;

-- A code opens only to who already holds it: the header must carry it, so no filter can list or
-- guess by pattern.
create policy "A code shows itself to its holder" on public.validity_codes
  for select to anon, authenticated
  using (code = (select private.request_header('x-lookup-key')));
create policy "Admins manage codes" on public.validity_codes
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create view public.product_validity_view with (security_invoker = true) as
  select id, code, product_name, created_at from public.validity_codes;
grant select on public.product_validity_view to authenticated, service_role;
