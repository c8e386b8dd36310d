-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

create table public.contacts (
  id uuid default gen_random_uuid() not null,
  name text not null,
  email text not null,
  phone text not null,
  message text not null,
  created_at timestamptz default now() not null,
  answered_at timestamptz,
  constraint contacts_email_check check (((btrim(email) <> '') and (length(email) <= 500))),
  -- A line break in an address becomes a header of the email that answers it.
  constraint contacts_email_line_check check (email !~ '[[:cntrl:]]'),
  constraint contacts_message_check check (((btrim(message) <> '') and (length(message) <= 20000))),
  constraint contacts_name_check check (((btrim(name) <> '') and (length(name) <= 500))),
  constraint contacts_phone_check check (((btrim(phone) <> '') and (length(phone) <= 200))),
  constraint contacts_pkey primary key (id)
);

create index contacts_created_at_idx on public.contacts (created_at desc);

create index contacts_email_idx on public.contacts (lower(btrim(email)), created_at desc);

create index contacts_search_idx on public.contacts
  using gin (
    private.plain(name || ' ' || email || ' ' || phone || ' ' || message) extensions.gin_trgm_ops
  );

create index contacts_unanswered_idx on public.contacts (created_at desc)
  where answered_at is null;

-- Messages that the team has not been told of yet, written with the message itself. The server
-- turns each into an email; what a crash left behind is found at its next round.
create table private.contact_notices (
  contact_id uuid not null,
  created_at timestamptz default now() not null,
  sender text default '' not null,
  signed_in boolean default false not null,
  constraint contact_notices_pkey primary key (contact_id),
  constraint contact_notices_contact_id_fkey foreign key (contact_id) references public.contacts(id) on delete cascade
);

-- One message a call: a visitor's insert may not fill the table by the thousand. Raised at the
-- second row, before the others are even looked at. Runs as the caller, so current_user is the
-- API's role; admins and the server may bring in whole lists.
create function private.guard_contact_insert() returns trigger
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

create function private.notify_contact_received() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := auth.uid();
begin
  insert into private.contact_notices (contact_id, sender, signed_in)
  values (new.id, coalesce(account::text, private.visitor_network()), account is not null);
  perform pg_notify('contact_received', '');
  return null;
end
$$;

create trigger guard_contact_insert
  before insert on public.contacts
  for each row execute function private.guard_contact_insert();

create trigger notify_contact_received
  after insert on public.contacts
  for each row execute function private.notify_contact_received();

create trigger record_delete after delete on public.contacts
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.contacts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

alter table public.contacts enable row level security;

create policy "Admins delete messages" on public.contacts
  for delete to authenticated using ((select private.is_admin()));

create policy "Admins mark messages as answered" on public.contacts
  for update to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins read messages" on public.contacts
  for select to authenticated using ((select private.is_admin()));

create policy "Anyone may send a message" on public.contacts
  for insert to anon, authenticated with check (true);

revoke execute on function private.guard_contact_insert() from public;
grant all on table public.contacts to service_role;
grant select,delete on table public.contacts to authenticated;
grant insert(name) on table public.contacts to anon, authenticated;
grant insert(email) on table public.contacts to anon, authenticated;
grant insert(phone) on table public.contacts to anon, authenticated;
grant insert(message) on table public.contacts to anon, authenticated;
grant update(answered_at) on table public.contacts to authenticated;
revoke execute on function private.is_repeated_message(message public.contacts) from public;
grant execute on function private.is_repeated_message(message public.contacts) to anon, authenticated;
revoke execute on function private.notify_contact_received() from public;
