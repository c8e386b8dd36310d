-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What a search reads of a product or a published post, kept by triggers.
create table private.search_pages (
  kind text not null,
  id uuid not null,
  title text collate "C" not null,
  name_words tsvector not null,
  head tsvector not null,
  document tsvector not null,
  constraint search_pages_kind_check check ((kind in ('product', 'post'))),
  constraint search_pages_pkey primary key (kind, id)
);

-- Words that titles have or had, to find what was meant by a mistyped one. One that no title has
-- anymore finds nothing.
create table private.search_words (
  word text not null,
  constraint search_words_pkey primary key (word)
);

-- Without lists of pending entries, which each search would read from end to end until a vacuum.
create index search_pages_document_idx on private.search_pages using gin (document)
  with (fastupdate = off);

create index search_pages_name_words_idx on private.search_pages using gin (name_words)
  with (fastupdate = off);

create index search_pages_title_idx on private.search_pages (kind, title);

create index search_words_word_idx on private.search_words
  using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

-- Trigger argument: the kind.
create function private.keep_search_page() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  page_kind constant text := tg_argv[0];
  page private.search_pages;
begin
  if tg_op <> 'INSERT' then
    delete from private.search_pages where kind = page_kind and id = old.id;
  end if;
  if tg_op = 'DELETE' or not new.published then
    return null;
  end if;
  if page_kind = 'product' then
    page := private.search_page(
      'product', new.id, new.name, array_to_string(new.tags, ' '), new.description
    );
  elsif new.published_at is null or new.published_at <= now() then
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

-- Of the posts whose time has come, the first `most`: what the search reads, and word to the servers, whose
-- pages do not show them yet. A post that is out has a page of the search; one that has none has just
-- become due. Whether there may be more: a step of many posts would keep the callers of an embedded
-- database waiting.
create function private.publish_due_posts(most integer) returns boolean
language plpgsql set search_path = '' as $$
declare
  -- By sets: looked up one by one, without statistics as in an embedded database, each post would read
  -- the titles of all.
  due constant uuid[] := array(
    select post.id from public.blog_posts as post
    where post.published and post.published_at <= now()
    except select page.id from private.search_pages as page where page.kind = 'post'
    limit most
  );
begin
  if cardinality(due) = 0 then
    return false;
  end if;
  with kept as (
    insert into private.search_pages
      select page.*
      from public.blog_posts as post,
        private.search_page('post', post.id, post.title, post.excerpt, post.content) as page
      where post.id = any (due)
      on conflict do nothing
      returning title
  )
  insert into private.search_words
    select distinct word from kept, private.words_to_spell(kept.title) as word
    on conflict do nothing;
  perform pg_notify('content_changed', 'blog_posts');
  return cardinality(due) = most;
end
$$;

-- For rows that came without their triggers, as an import's do.
create function private.rebuild_search() returns void
language sql set search_path = '' as $$
  delete from private.search_pages;
  delete from private.search_words;
  insert into private.search_pages
    select page.*
    from public.products as product, private.search_page(
      'product', product.id, product.name, array_to_string(product.tags, ' '), product.description
    ) as page
    where product.published;
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

-- Small letters without accents for comparing; `name_words` and `document` hold a mark of the kind,
-- so that an index finds the pages of one kind. Weights: what is looked for most likely stands in
-- the title.
create function private.search_page(page_kind text, page_id uuid, title text, subject text, body text)
returns private.search_pages
language sql stable set search_path = '' as $$
  select
    page_kind, page_id, lower(plain.title), mark.word || words.title, words.head,
    mark.word || words.head || setweight(
      to_tsvector('pg_catalog.english', private.plain(left(coalesce(body, ''), 50000))), 'D'
    )
  from
    (select array_to_tsvector(array['=' || page_kind]) as word) as mark,
    (select private.plain(search_page.title) as title) as plain,
    lateral (
      select name.words as title,
        setweight(name.words, 'A') || setweight(
          to_tsvector('pg_catalog.english', private.plain(left(coalesce(subject, ''), 50000))), 'B'
        ) as head
      from (select to_tsvector('pg_catalog.english', plain.title) as words) as name
    ) as words
$$;

-- Of a text without accents, the words that somebody may look for, mistyped or not.
create function private.words_to_spell(plain text) returns setof text
language sql stable set search_path = '' as $$
  select word
  from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', plain))) as word
  where word ~ '[^0-9.,-]' and length(to_tsvector('pg_catalog.english', word)) > 0
  order by word
$$;

revoke execute on function private.keep_search_page() from public;
revoke execute on function private.publish_due_posts(most integer) from public;
revoke execute on function private.rebuild_search() from public;
revoke execute on function private.search_page(page_kind text, page_id uuid, title text, subject text, body text) from public;
revoke execute on function private.words_to_spell(plain text) from public;
