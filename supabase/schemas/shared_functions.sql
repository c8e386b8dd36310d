-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Facts the server writes at start, read by policies (the admin's email, the visitors' salt …).
create table private.settings (
  key text not null,
  value text not null,
  constraint settings_pkey primary key (key)
);

-- The oldest program that may write, by the newest migration that it has: older ones refuse to start.
-- A part of the schema and not a row, so that no import changes it.
create function private.oldest_program() returns text
language sql immutable set search_path = '' as $$ select '20261123200000' $$;

revoke execute on function private.oldest_program() from public;

-- Whoever deletes an account deletes what came from every address it ever confirmed, so those that
-- it no longer has are remembered until then: the last 20, because each is looked for in the logs.
create table private.former_addresses (
  user_id uuid not null,
  address text not null,
  remembered_at timestamptz default now() not null,
  constraint former_addresses_pkey primary key (user_id, address),
  constraint former_addresses_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);

-- Tells every server process which cached pages are out of date. Fired by rows, not statements: a
-- refused write touches no row, so a stranger cannot empty the caches. One transaction's repeats
-- are one notice.
create function private.notify_content_changed() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end
$$;

-- Who has not taken the second step would shut themselves out.
create function private.guard_second_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  guarded constant text := 'admins_need_second_step';
begin
  if (tg_op <> 'INSERT' and old.key = guarded) or (tg_op <> 'DELETE' and new.key = guarded) then
    if auth.uid() is not null and not private.second_step_shown() then
      raise insufficient_privilege
        using message = 'Set up two-step sign-in for yourself first, and sign in with it.';
    end if;
    if tg_op <> 'DELETE' and jsonb_typeof(new.value) <> 'boolean' then
      raise check_violation using message = 'admins_need_second_step is true or false';
    end if;
  end if;
  return coalesce(new, old);
end
$$;

-- An admin with an authenticator app counts as one only in a session that has passed the second
-- step.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.admin_standing() = 'admin'
$$;

-- Row security refuses what others insert, but asks only once all other triggers have worked on it: for a
-- megabyte of what they look through, that keeps everybody waiting. The first of a table's triggers.
create function private.require_admin() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not private.is_admin() then
    raise insufficient_privilege using message =
      format('new row violates row-level security policy for table "%s"', tg_table_name);
  end if;
  return new;
end
$$;

create function private.remember_former_address() returns trigger
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

-- After a transaction the setting is '' rather than null, hence nullif.
create function private.request_header(name text) returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::json ->> name
$$;

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

-- The token says so and the session still does: a token outlives a removed authenticator, a session
-- is raised while older tokens of it are about.
create function private.second_step_shown() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') in ('aal2', 'aal3') and exists (
    select 1 from auth.sessions s
    where s.id::text = (select auth.jwt()) ->> 'session_id' and s.aal in ('aal2', 'aal3')
  )
$$;

-- What clients write into their own metadata may hold any key but a role. On a hosted project the
-- writers cannot be told apart, so there the role is always stripped (and `admin_standing` never counts it).
create function private.strip_client_role() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  writer text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';
begin
  if writer = 'service_role' or jsonb_typeof(new.raw_user_meta_data) is distinct from 'object' then
    return new;
  end if;
  new.raw_user_meta_data := new.raw_user_meta_data - 'role';
  if tg_op = 'UPDATE' and old.raw_user_meta_data ? 'role' then
    new.raw_user_meta_data := new.raw_user_meta_data
      || jsonb_build_object('role', old.raw_user_meta_data -> 'role');
  end if;
  return new;
end
$$;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- Addresses of the web are never shown as links or pictures with another scheme than http and https
-- (pictures also hold their own data). Nor are they stored: who wrote one past the forms learns it.
create function private.is_usable_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select address !~ '[[:cntrl:]]'
    and address !~* '^[[:space:]]*(?!https?:|data:image/)[a-z][a-z0-9+.-]*[[:space:]]*:'
$$;

create function private.are_usable_addresses(addresses text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(private.is_usable_address(address)), true)
  from unnest(addresses) as address
$$;

-- Lets the admin area ask whether the caller is an admin right now. The answer opens nothing: every
-- table and function decides for itself.
create function public.is_admin() returns boolean
language sql stable set search_path = '' as $$
  select private.is_admin()
$$;

create trigger remember_former_address
  after update of email on auth.users
  for each row
  when (
    old.email is distinct from new.email
    and old.email <> '' and old.email_confirmed_at is not null
  )
  execute function private.remember_former_address();

create trigger strip_client_role
  before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.strip_client_role();

alter table private.former_addresses enable row level security;

revoke execute on function private.notify_content_changed() from public;
revoke execute on function private.guard_second_step() from public;
revoke execute on function private.is_admin() from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;
revoke execute on function private.require_admin() from public;
revoke execute on function private.remember_former_address() from public;
revoke execute on function private.request_header(name text) from public;
grant execute on function private.request_header(name text) to anon, authenticated, service_role;
revoke execute on function private.second_step_done() from public;
grant execute on function private.second_step_done() to anon, authenticated, service_role;
revoke execute on function private.second_step_shown() from public;
revoke execute on function private.strip_client_role() from public;
revoke execute on function private.touch_updated_at() from public;
revoke execute on function private.is_usable_address(address text) from public;
revoke execute on function private.are_usable_addresses(addresses text[]) from public;
grant execute on function private.is_usable_address(address text) to anon, authenticated, service_role;
grant execute on function private.are_usable_addresses(addresses text[]) to anon, authenticated, service_role;
revoke execute on function public.is_admin() from public;
grant execute on function public.is_admin() to authenticated, service_role;
