-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Uploaded files that no row refers to, and since when: after a while they are deleted.
create table private.unused_files (
  name text not null,
  since timestamptz default now() not null,
  constraint unused_files_pkey primary key (name)
);

-- A picture that something shows cannot be deleted.
create policy "Admins delete uploads" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'uploads' and (select private.is_admin()) and not private.picture_is_used(name)
  );

create policy "Admins list uploads" on storage.objects
  for select to authenticated
  using (bucket_id = 'uploads' and (select private.is_admin()));

create policy "Admins replace uploads" on storage.objects
  for update to authenticated
  using (bucket_id = 'uploads' and (select private.is_admin()))
  with check (bucket_id = 'uploads' and (select private.is_admin()));

create policy "Admins upload files" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'uploads' and (select private.is_admin()));

create policy "Admins read proofs and reports" on storage.objects
  for select to authenticated
  using (bucket_id in ('batch-documents', 'code-reports') and (select private.is_admin()));

create policy "Admins store proofs" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'batch-documents' and (select private.is_admin()));

create policy "Admins delete reports and unpublished proofs" on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('batch-documents', 'code-reports') and (select private.is_admin())
    and not exists (
      select from public.batch_documents as document
      join public.batches as batch on batch.id = document.batch_id
      where document.path = objects.name and batch.released_at is not null
    )
  );
