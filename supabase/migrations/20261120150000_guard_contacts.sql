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
  return new;
end
$$;
revoke execute on function private.guard_contact_insert() from public;

create trigger guard_contact_insert
  before insert on public.contacts
  for each row execute function private.guard_contact_insert();

-- Messages that the team has not been told of yet, written with the message itself. The server
-- turns each into a mail; what a crash left behind is found at its next round.
create table private.contact_notices (
  contact_id uuid primary key references public.contacts (id) on delete cascade,
  created_at timestamptz not null default now()
);

create function private.note_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.contact_notices (contact_id) values (new.id);
  perform pg_notify('contact_received', '');
  return null;
end
$$;
revoke execute on function private.note_contact() from public;

create trigger note_contact
  after insert on public.contacts
  for each row execute function private.note_contact();
