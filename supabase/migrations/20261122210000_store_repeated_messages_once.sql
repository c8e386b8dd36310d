-- A message whose answer got lost is sent again, letter by letter the same: by pressing Send once
-- more, by reloading the answer of a form without scripts. It counts as stored, once, and the team
-- hears of it once.

-- Runs with its owner's rights, as visitors may not look at messages. The lock: the first one may
-- still be under way.
create function private.is_repeated_message(message public.contacts) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(
    'contact:' || message.name || message.email || message.phone || message.message, 0
  ));
  return exists (
    select from public.contacts as stored
    where stored.created_at > now() - interval '15 minutes'
      and stored.name = message.name and stored.email = message.email
      and stored.phone = message.phone and stored.message = message.message
  );
end
$$;
revoke execute on function private.is_repeated_message(public.contacts) from public;
grant execute on function private.is_repeated_message(public.contacts) to anon, authenticated;

create or replace function private.guard_contact_insert() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') or private.is_admin() then
    return new;
  end if;
  if nullif(current_setting('shop.message_taken', true), '') is not null then
    raise sqlstate 'PT400' using message = 'One message at a time, please.';
  end if;
  perform set_config('shop.message_taken', 'yes', true);
  -- What lacks a field is refused by the table.
  if private.is_repeated_message(new) then
    return null;
  end if;
  return new;
end
$$;
