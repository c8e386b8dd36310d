-- An account with an authenticator app is signed in once a code of it was shown. Until then its
-- session proves a password alone, and opens nothing that belongs to the account.
create function private.second_step_done() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') = 'aal2'
    or not exists (
      select 1 from auth.mfa_factors f
      where f.user_id = (select auth.uid()) and f.status = 'verified'
    )
$$;
revoke execute on function private.second_step_done() from public;
grant execute on function private.second_step_done() to anon, authenticated, service_role;

alter policy "Customers read their own orders" on public.orders
  using (user_id = (select auth.uid()) and (select private.second_step_done()));
alter policy "Customers keep their own cart" on public.cart_items
  using (user_id = (select auth.uid()) and (select private.second_step_done()))
  with check (user_id = (select auth.uid()) and (select private.second_step_done()));

-- Codes for who has lost the app: each works once and is kept as a hash, as long as it is unused.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
