-- A line break in an address becomes a header of the email that answers it.
update public.contacts set email = btrim(regexp_replace(email, '[[:cntrl:]]+', ' ', 'g'))
where email ~ '[[:cntrl:]]';

alter table public.contacts
  add constraint contacts_email_line_check check (email !~ '[[:cntrl:]]');
