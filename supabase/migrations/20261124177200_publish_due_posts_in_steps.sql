-- A thousand posts due at once kept the callers of an embedded database waiting for three seconds.
-- Older programs: made since the last release.
drop function private.publish_due_posts();

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

revoke execute on function private.publish_due_posts(most integer) from public;
