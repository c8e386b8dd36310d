-- Uploaded files that no row shows, and since when: after a while they are deleted.
create table private.unused_files (
  name text primary key,
  since timestamptz not null default now()
);
