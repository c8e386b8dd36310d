-- Pictures and videos of the shop, put there by its administrators under random names. Everybody
-- reads a file by its address (the bucket is public); nobody but administrators can list them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'uploads',
  'uploads',
  true,
  52428800,
  array[
    'image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif', 'video/mp4', 'video/webm'
  ]
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "Admins list uploads" on storage.objects
  for select to authenticated
  using (bucket_id = 'uploads' and (select private.is_admin()));
create policy "Admins upload files" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'uploads' and (select private.is_admin()));
create policy "Admins replace uploads" on storage.objects
  for update to authenticated
  using (bucket_id = 'uploads' and (select private.is_admin()))
  with check (bucket_id = 'uploads' and (select private.is_admin()));
create policy "Admins delete uploads" on storage.objects
  for delete to authenticated
  using (bucket_id = 'uploads' and (select private.is_admin()));
