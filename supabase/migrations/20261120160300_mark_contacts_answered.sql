-- Set by an admin once a message is answered.
alter table public.contacts add column answered_at timestamptz;
create index contacts_unanswered_idx on public.contacts (created_at desc)
  where answered_at is null;

grant update (answered_at) on public.contacts to authenticated;
create policy "Admins mark messages as answered" on public.contacts
  for update to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));
