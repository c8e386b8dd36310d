-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Invitations to administer the shop. Whoever holds the emailed token may accept: by opening the
-- account of that address, or signed in to the one that has confirmed it. Only the token's hash is
-- kept. The server alone reads and writes here.
create table private.admin_invitations (
  id uuid default gen_random_uuid() not null,
  email text not null,
  token_hash text not null,
  invited_by uuid not null,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  constraint admin_invitations_email_check check ((email = lower(email))),
  constraint admin_invitations_pkey primary key (id),
  constraint admin_invitations_token_hash_key unique (token_hash),
  constraint admin_invitations_invited_by_fkey foreign key (invited_by) references auth.users(id) on delete cascade
);

create index admin_invitations_invited_by_idx on private.admin_invitations (invited_by);

-- Inviting again takes the place of what was not accepted.
create unique index admin_invitations_open_key on private.admin_invitations (email)
  where accepted_at is null;

-- Codes for who has lost the app: each works once and is kept as a hash, as long as it is unused.
create table private.recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  created_at timestamptz default now() not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);

-- Every admin. `configured`: by the shop's configuration, which alone can change that.
create function private.admin_accounts()
returns table (id uuid, email text, configured boolean, last_sign_in_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select u.id, u.email, coalesce(lower(u.email) = owner.email, false), u.last_sign_in_at
  from auth.users u
  left join (
    select lower(value) as email from private.settings where key = 'admin_email'
  ) owner on true
  where u.deleted_at is null
    -- Cheap, before the rule itself is asked.
    and (
      u.raw_app_meta_data ->> 'role' = 'admin'
      or u.raw_user_meta_data ->> 'role' = 'admin'
      or lower(u.email) = owner.email
    )
    and private.holds_admin_right(
      u.raw_app_meta_data, u.raw_user_meta_data, u.email, u.email_confirmed_at
    )
$$;

-- The caller's standing: 'admin'; 'code_needed': an admin whose authenticator app has yet to be
-- asked; 'authenticator_needed': one who has none and needs one; 'none'. Read from the accounts
-- themselves, not from the token: a token outlives a demotion or a sign-out.
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

-- Whether an account is an admin's, whatever its session has shown: its app metadata says so, its
-- user metadata says so where we know that the service role wrote it, or it holds the configured
-- and confirmed admin address.
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

-- Giving and taking the right is logged whoever does it and however: a function of the shop, a
-- command on the machine, the accounts' own interface.
create function private.record_admin_right() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  had boolean := 'admin' in (old.raw_app_meta_data ->> 'role', old.raw_user_meta_data ->> 'role');
  has boolean := 'admin' in (new.raw_app_meta_data ->> 'role', new.raw_user_meta_data ->> 'role');
  actor uuid := coalesce(nullif(current_setting('shop.actor', true), '')::uuid, auth.uid());
  person jsonb := jsonb_build_object('email', coalesce(new.email, old.email));
begin
  -- Rows that are moved here bring their own log along.
  if coalesce(current_setting('transfer.importing', true), '') = 'true' then
    return null;
  end if;
  if coalesce(had, false) <> coalesce(has, false) then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before, after)
    values (
      actor,
      (select email from auth.users where id = actor),
      case when coalesce(has, false) then 'insert' else 'delete' end,
      'admins',
      coalesce(new.id, old.id)::text,
      case when coalesce(had, false) then person end,
      case when coalesce(has, false) then person end
    );
  end if;
  return null;
end
$$;

-- Lets the admin area ask what to show: itself, a place for a code, how to set up an app, nothing.
-- The answer opens nothing: every table and function decides for itself.
create function public.admin_standing() returns text
language sql stable set search_path = '' as $$
  select private.admin_standing()
$$;

create trigger record_admin_right
  after insert or delete or update of raw_app_meta_data, raw_user_meta_data on auth.users
  for each row execute function private.record_admin_right();

create trigger record_delete after delete on private.admin_invitations
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on private.admin_invitations
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on private.admin_invitations
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

revoke execute on function private.admin_accounts() from public;
revoke execute on function private.admin_standing() from public;
grant execute on function private.admin_standing() to authenticated, service_role;
revoke execute on function private.holds_admin_right(app_metadata jsonb, user_metadata jsonb, email text, email_confirmed_at timestamptz) from public;
revoke execute on function private.record_admin_right() from public;
revoke execute on function public.admin_standing() from public;
grant execute on function public.admin_standing() to authenticated, service_role;
