-- From whom a message came that the team has not been told of yet: their account, or the network of
-- a visitor, as in every other limit. By it one sender's flood holds up nobody else's message. It
-- goes with the notice.
alter table private.contact_notices
  add column sender text not null default '',
  add column signed_in boolean not null default false;

create or replace function private.note_contact() returns trigger
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
