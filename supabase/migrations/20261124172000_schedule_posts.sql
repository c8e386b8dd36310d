-- A published post with a date in the future is scheduled: visitors see it from then on. A job brings it
-- into the search and tells the servers to drop their pages.

alter policy "Everyone reads published posts" on public.blog_posts
  using (published and (published_at is null or published_at <= now()));

-- Trigger argument: the kind.
create or replace function private.keep_search_page() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  page_kind constant text := tg_argv[0];
  page private.search_pages;
begin
  if tg_op <> 'INSERT' then
    delete from private.search_pages where kind = page_kind and id = old.id;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  if page_kind = 'product' then
    page := private.search_page(
      'product', new.id, new.name, array_to_string(new.tags, ' '), new.description
    );
  elsif new.published and (new.published_at is null or new.published_at <= now()) then
    page := private.search_page('post', new.id, new.title, new.excerpt, new.content);
  else
    return null;
  end if;
  insert into private.search_pages values (page.*);
  insert into private.search_words
    select word from private.words_to_spell(page.title) as word
    on conflict do nothing;
  return null;
end
$$;

create or replace function private.rebuild_search() returns void
language sql set search_path = '' as $$
  delete from private.search_pages;
  delete from private.search_words;
  insert into private.search_pages
    select page.*
    from public.products as product, private.search_page(
      'product', product.id, product.name, array_to_string(product.tags, ' '), product.description
    ) as page;
  insert into private.search_pages
    select page.*
    from public.blog_posts as post, private.search_page(
      'post', post.id, post.title, post.excerpt, post.content
    ) as page
    where post.published and (post.published_at is null or post.published_at <= now());
  insert into private.search_words
    select distinct word
    from private.search_pages as page, private.words_to_spell(page.title) as word;
$$;

drop trigger keep_changed_search_page on public.blog_posts;
create trigger keep_changed_search_page
  after update of id, title, excerpt, content, published, published_at on public.blog_posts
  for each row
  when ((old.id, old.title, old.excerpt, old.content, old.published, old.published_at)
    is distinct from (new.id, new.title, new.excerpt, new.content, new.published, new.published_at))
  execute function private.keep_search_page('post');

-- Of the posts whose time has come: what the search reads, and word to the servers, whose pages do not
-- show them yet. A post that is out has a page of the search; one that has none has just become due.
create function private.publish_due_posts() returns void
language sql set search_path = '' as $$
  with due as (
    select post.id, post.title, post.excerpt, post.content
    from public.blog_posts as post
    where post.published and post.published_at <= now()
      and not exists (
        select from private.search_pages as page where page.kind = 'post' and page.id = post.id
      )
  ),
  kept as (
    insert into private.search_pages
      select page.*
      from due, private.search_page('post', due.id, due.title, due.excerpt, due.content) as page
      on conflict do nothing
      returning title
  ),
  spelled as (
    insert into private.search_words
      select distinct word from kept, private.words_to_spell(kept.title) as word
      on conflict do nothing
  )
  select pg_notify('content_changed', 'blog_posts') from kept limit 1
$$;

revoke execute on function private.publish_due_posts() from public;

-- Trigger argument: the kind of page. The slug of a draft or of a scheduled post was never public, so it
-- leaves no trace.
create or replace function private.record_former_slug() returns trigger
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

create or replace function public.former_address(page_kind text, former text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when history.target is null then ''
    when history.kind = 'product' then (
      select coalesce(product.slug, product.id::text)
      from public.products as product where product.id = history.target
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
