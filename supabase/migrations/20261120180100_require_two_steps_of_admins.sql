-- The owner may ask every administrator for a second step: the row 'admins_need_second_step' of
-- site_settings, true or false. Then a session that has shown a password alone administers nothing,
-- whichever way it asks.

-- Whether an account is an administrator's, whatever its session has shown: its app metadata says
-- so, its user metadata says so where we know that the service role wrote it, or it holds the
-- configured and confirmed admin address.
create function private.holds_admin_right(
  app_metadata jsonb,
  user_metadata jsonb,
  email text,
  email_confirmed_at timestamptz
) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(app_metadata ->> 'role' = 'admin', false)
    or (
      coalesce(user_metadata ->> 'role' = 'admin', false)
      and exists (
        select 1 from private.settings where key = 'user_metadata_writer_known' and value = 'true'
      )
    )
    or (
      email_confirmed_at is not null
      and lower(email) = (select lower(value) from private.settings where key = 'admin_email')
    )
$$;
revoke execute on function private.holds_admin_right(jsonb, jsonb, text, timestamptz) from public;

-- The token says so and the session still does: a token outlives a removed authenticator, a session
-- is raised while older tokens of it are about.
create function private.second_step_shown() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select auth.jwt()) ->> 'aal', '') in ('aal2', 'aal3') and exists (
    select 1 from auth.sessions s
    where s.id::text = (select auth.jwt()) ->> 'session_id' and s.aal in ('aal2', 'aal3')
  )
$$;
revoke execute on function private.second_step_shown() from public;

-- Where the caller stands: 'admin'; 'code_needed': an administrator whose authenticator app has yet
-- to be asked; 'authenticator_needed': one who has none and needs one; 'none'. Read from the
-- accounts themselves, not from the token: a token outlives a demotion or a sign-out.
create function private.admin_standing() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case
      when private.second_step_shown() then 'admin'
      when exists (
        select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
      ) then 'code_needed'
      when exists (
        select 1 from public.site_settings
        where key = 'admins_need_second_step' and value = 'true'
      ) then 'authenticator_needed'
      else 'admin'
    end
    from auth.users u
    join auth.sessions s on s.user_id = u.id
    where u.id = (select auth.uid())
      and s.id::text = (select auth.jwt()) ->> 'session_id'
      and (s.not_after is null or s.not_after > now())
      and u.deleted_at is null
      and (u.banned_until is null or u.banned_until < now())
      and private.holds_admin_right(
        u.raw_app_meta_data, u.raw_user_meta_data, u.email, u.email_confirmed_at
      )
  ), 'none')
$$;
revoke execute on function private.admin_standing() from public;
grant execute on function private.admin_standing() to authenticated, service_role;

create or replace function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.admin_standing() = 'admin'
$$;

-- Lets the admin area ask what to show: itself, a place for a code, how to set up an app, nothing.
-- The answer opens nothing: every table and function decides for itself.
create function public.admin_standing() returns text
language sql stable set search_path = '' as $$
  select private.admin_standing()
$$;
revoke execute on function public.admin_standing() from public, anon;
grant execute on function public.admin_standing() to authenticated, service_role;

-- Nobody else has to know how administrators sign in.
alter policy "Everybody reads the shop's facts" on public.site_settings
  using (key <> 'admins_need_second_step');

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
revoke execute on function private.guard_second_step() from public;

create trigger guard_second_step
  before insert or update or delete on public.site_settings
  for each row execute function private.guard_second_step();
