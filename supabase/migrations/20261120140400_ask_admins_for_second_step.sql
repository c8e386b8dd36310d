-- As before, and: an administrator with an authenticator app is one only in a session in which a
-- code of it was shown.
create or replace function private.is_admin() returns boolean
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
        s.aal in ('aal2', 'aal3')
        or not exists (
          select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
        )
      )
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
