-- An administrator is an account whose app metadata says so, whose user metadata says so where we
-- know that the service role wrote it, or that holds the configured and confirmed admin address.
-- Read from the accounts themselves, not from the token: a token outlives a demotion or a sign-out.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1
    from auth.users u
    join auth.sessions s on s.user_id = u.id
    where u.id = (select auth.uid())
      and s.id::text = (select auth.jwt()) ->> 'session_id'
      and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null
      and (u.banned_until is null or u.banned_until < now())
      and (
        u.raw_app_meta_data ->> 'role' = 'admin'
        or (
          u.raw_user_meta_data ->> 'role' = 'admin'
          and exists (
            select 1 from private.settings where key = 'user_metadata_writer_known' and value = 'true'
          )
        )
        or (
          u.email_confirmed_at is not null
          and lower(u.email) = (
            select lower(value) from private.settings where key = 'admin_email'
          )
        )
      )
  )
$$;
revoke execute on function private.is_admin() from public;
grant execute on function private.is_admin() to anon, authenticated, service_role;

-- What clients write into their own metadata may hold any key but a role. On a hosted project the
-- writers cannot be told apart, so there the role is always stripped (and never counts above).
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
revoke execute on function private.strip_client_role() from public;

create trigger strip_client_role
  before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.strip_client_role();
