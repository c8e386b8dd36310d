-- Invitations to administer the shop. Whoever holds the mailed token may accept: by opening the
-- account of that address, or signed in to the one that has confirmed it. Only the token's hash is
-- kept. The server alone reads and writes here.
create table private.admin_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  token_hash text not null unique,
  -- An invitation is worth what its inviter is: it ends with that administrator's right.
  invited_by uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create index admin_invitations_invited_by_idx on private.admin_invitations (invited_by);
-- Inviting again takes the place of what was not accepted.
create unique index admin_invitations_open_key on private.admin_invitations (email)
  where accepted_at is null;

create trigger record_insert after insert on private.admin_invitations
  referencing new table as new_rows
  for each statement execute function private.record_change();
create trigger record_update after update on private.admin_invitations
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();
create trigger record_delete after delete on private.admin_invitations
  referencing old table as old_rows
  for each statement execute function private.record_change();

-- Every administrator. `configured`: by the shop's configuration, which alone can change that.
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
revoke execute on function private.admin_accounts() from public;

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
revoke execute on function private.record_admin_right() from public;

create trigger record_admin_right
  after insert or delete or update of raw_app_meta_data, raw_user_meta_data on auth.users
  for each row execute function private.record_admin_right();
