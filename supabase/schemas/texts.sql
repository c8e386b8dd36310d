-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What the owner writes in place of the shop's own texts, place by place (domain/texts). The newest
-- version of a place is what everybody reads; going back publishes an earlier one again.
create table public.text_versions (
  id uuid default gen_random_uuid() not null,
  number bigint not null generated always as identity,
  place text not null,
  texts jsonb not null,
  published_by text,
  published_at timestamptz default now() not null,
  constraint text_versions_place_check check (place ~ '^[a-z][a-z_]{0,60}$'),
  constraint text_versions_texts_check check (
    jsonb_typeof(texts) = 'object' and length(texts::text) <= 200000
  ),
  constraint text_versions_pkey primary key (id)
);

create unique index text_versions_newest_idx on public.text_versions (place, number desc);

create function private.sign_text_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.published_by := (select email from auth.users where id = auth.uid());
  new.published_at := now();
  return new;
end
$$;

-- Publishes the texts of a place as `version`, if the newest version there still has the number that was `seen` (null:
-- there was none). Answers the version; nothing: somebody else published meanwhile, and nothing is stored. Raises
-- insufficient_privilege for anybody but an admin.
create function public.publish_texts(version uuid, place text, texts jsonb, seen bigint)
returns setof public.text_versions
language plpgsql set search_path = '' rows 1 as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  -- Of two at once the second finds what the first has published.
  perform pg_advisory_xact_lock(hashtextextended('texts:' || publish_texts.place, 0));
  return query
    insert into public.text_versions as published (id, place, texts)
    select version, publish_texts.place, publish_texts.texts
    where seen is not distinct from (
      select max(newest.number) from public.text_versions as newest
      where newest.place = publish_texts.place
    )
    returning published.*;
end
$$;

create trigger sign_text_version before insert on public.text_versions
  for each row when (auth.uid() is not null)
  execute function private.sign_text_version();

create trigger notify_content_changed
  after insert or update or delete on public.text_versions
  for each row execute function private.notify_content_changed();

create trigger record_insert after insert on public.text_versions
  referencing new table as new_rows
  for each statement execute function private.record_change();

alter table public.text_versions enable row level security;

create policy "Admins read and publish texts" on public.text_versions
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke execute on function private.sign_text_version() from public;
revoke execute on function public.publish_texts(uuid, text, jsonb, bigint) from public;
grant execute on function public.publish_texts(uuid, text, jsonb, bigint) to authenticated;
revoke all on table public.text_versions from anon, authenticated, service_role;
grant all on table public.text_versions to service_role;
grant select, insert (id, place, texts) on table public.text_versions to authenticated;
