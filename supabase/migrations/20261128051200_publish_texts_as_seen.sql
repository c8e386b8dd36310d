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

revoke execute on function public.publish_texts(uuid, text, jsonb, bigint) from public;
grant execute on function public.publish_texts(uuid, text, jsonb, bigint) to authenticated;
