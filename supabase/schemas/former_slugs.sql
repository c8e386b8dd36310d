-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Slugs that pages used to have: a changed slug redirects to its page, a deleted page answers 410.
create table private.former_slugs (
  kind text not null,
  slug text not null,
  target uuid,
  constraint former_slugs_kind_check check ((kind in ('product', 'post'))),
  constraint former_slugs_pkey primary key (kind, slug)
);

create index former_slugs_target_idx on private.former_slugs (target);

-- Trigger argument: the kind of page. The slug of a draft or of a scheduled post was never public, so it
-- leaves no trace.
create function private.record_former_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  page_kind text := tg_argv[0];
  was_public boolean := tg_op <> 'INSERT'
    and coalesce((to_jsonb(old) ->> 'published')::boolean, true)
    and coalesce((to_jsonb(old) ->> 'published_at')::timestamptz <= now(), true);
begin
  if tg_op = 'DELETE' then
    update private.former_slugs set target = null where target = old.id;
    if was_public then
      insert into private.former_slugs (kind, slug)
        values (page_kind, coalesce(old.slug, old.id::text))
        on conflict (kind, slug) do update set target = null;
    end if;
    return null;
  end if;
  if was_public and old.slug is distinct from new.slug then
    insert into private.former_slugs (kind, slug, target)
      values (page_kind, coalesce(old.slug, old.id::text), old.id)
      on conflict (kind, slug) do update set target = excluded.target;
  end if;
  -- The address is in use again.
  delete from private.former_slugs
    where kind = page_kind and slug = coalesce(new.slug, new.id::text);
  return null;
end
$$;

-- Where the page that used to have this slug is now: a slug (an id where it has none), '' when the
-- page was deleted, null when there never was one or it is no longer public. Runs as its owner,
-- since the history itself is private; it reveals no more than the pages do.
create function public.former_address(page_kind text, former text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when history.target is null then ''
    when history.kind = 'product' then (
      select coalesce(product.slug, product.id::text)
      from public.products as product where product.id = history.target and product.published
    )
    else (
      select post.slug from public.blog_posts as post
      where post.id = history.target
        and post.published and (post.published_at is null or post.published_at <= now())
    )
  end
  from private.former_slugs as history
  where history.kind = page_kind and history.slug = former
$$;

revoke execute on function private.record_former_slug() from public;
revoke execute on function public.former_address(page_kind text, former text) from public;
grant execute on function public.former_address(page_kind text, former text) to anon, authenticated, service_role;
