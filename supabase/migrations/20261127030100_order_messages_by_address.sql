-- An export reads the messages of an address in pages, the newest first.
drop index public.contacts_email_idx;
create index contacts_email_idx on public.contacts (lower(btrim(email)), created_at desc);
