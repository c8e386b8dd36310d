-- Ranking every page with a common word, and comparing every page's title with a typo, took longer
-- the more pages there were. What a search needs is kept beside the pages now, and it ranks a bounded
-- number of them.

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
  if tg_op = 'DELETE' then
    return null;
  end if;
  if page_kind = 'product' then
    page := private.search_page(
      'product', new.id, new.name, array_to_string(new.tags, ' '), new.description
    );
  elsif new.published then
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

-- For rows that came without their triggers, as an import's do.
create function private.rebuild_search() returns void
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
    where post.published;
  insert into private.search_words
    select distinct word
    from private.search_pages as page, private.words_to_spell(page.title) as word;
$$;

select private.rebuild_search();

-- Without lists of pending entries, which each search would read from end to end until a vacuum.
create index search_pages_document_idx on private.search_pages using gin (document)
  with (fastupdate = off);

create index search_pages_name_words_idx on private.search_pages using gin (name_words)
  with (fastupdate = off);

create index search_pages_title_idx on private.search_pages (kind, title);

create index search_words_word_idx on private.search_words
  using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

create trigger keep_search_page
  after insert or delete on public.products
  for each row execute function private.keep_search_page('product');

create trigger keep_changed_search_page
  after update of id, name, tags, description on public.products
  for each row
  when ((old.id, old.name, old.tags, old.description)
    is distinct from (new.id, new.name, new.tags, new.description))
  execute function private.keep_search_page('product');

create trigger keep_search_page
  after insert or delete on public.blog_posts
  for each row execute function private.keep_search_page('post');

create trigger keep_changed_search_page
  after update of id, title, excerpt, content, published on public.blog_posts
  for each row
  when ((old.id, old.title, old.excerpt, old.content, old.published)
    is distinct from (new.id, new.title, new.excerpt, new.content, new.published))
  execute function private.keep_search_page('post');

-- The pages of one kind that a search ranks, some hundreds at most, and whether the words stand in
-- them as typed: those that begin with what was typed, those whose titles have the words, those that
-- have them anywhere, and those whose titles have similar words. Where titles alone fill the share,
-- nothing else would come before them.
create function private.search_candidates(
  page_kind text,
  typed text,
  query tsquery,
  spellings tsquery[]
) returns table (id uuid, worded boolean)
language plpgsql stable set search_path = ''
-- A plan made for common words, or for few pages, would read the whole table for a rare one.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  enough constant integer := 300;
  mark constant tsquery := quote_literal('=' || page_kind)::tsquery;
  -- A title without a word says nothing of the text.
  titles_suffice constant boolean := query::text not like '%!%';
  spelling tsquery;
  all_spelled tsquery := mark;
  found_now integer := 0;
begin
  return query
    select page.id, false from private.search_pages as page
    where page.kind = page_kind
      and page.title >= typed collate "C" and page.title < typed || chr(1114111) collate "C"
    order by page.title
    limit 50;
  if numnode(query) > 0 and titles_suffice then
    return query
      select page.id, true from private.search_pages as page
      where page.name_words @@ (mark && query)
      limit enough;
    get diagnostics found_now = row_count;
    if found_now = enough then
      return;
    end if;
  end if;
  if numnode(query) > 0 then
    return query
      select page.id, true from private.search_pages as page
      where page.document @@ (mark && query)
      limit enough;
  end if;
  if cardinality(spellings) = 0 then
    return;
  end if;
  foreach spelling in array spellings loop
    all_spelled := all_spelled && spelling;
  end loop;
  return query
    select page.id, false from private.search_pages as page
    where page.name_words @@ all_spelled
    limit enough;
  get diagnostics found_now = row_count;
  if cardinality(spellings) > 1 and found_now < enough then
    foreach spelling in array spellings loop
      return query
        select page.id, false from private.search_pages as page
        where page.name_words @@ (mark && spelling)
        limit enough / cardinality(spellings);
    end loop;
  end if;
end
$$;

-- For each word of a search, the words of titles that it may mean.
create function private.search_spellings(typed text) returns tsquery[]
language plpgsql stable set search_path = ''
set pg_trgm.word_similarity_threshold = 0.4
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  given text;
  meant text;
  spelling tsquery;
  spellings tsquery[] := '{}';
begin
  for given in select word from private.words_to_spell(typed) as word limit 12 loop
    spelling := null;
    for meant in
      select known.word from private.search_words as known
      where given operator(extensions.<%) known.word
      order by extensions.word_similarity(given, known.word) desc,
        extensions.similarity(given, known.word) desc, known.word
      limit 5
    loop
      spelling := coalesce(spelling || plainto_tsquery('pg_catalog.english', meant),
        plainto_tsquery('pg_catalog.english', meant));
    end loop;
    if spelling is not null then
      spellings := spellings || spelling;
    end if;
  end loop;
  return spellings;
end
$$;

-- Which pages have the words is read from indexes, which know no places: phrases count as their
-- words. How well a page fits follows from its title and subject.
create or replace function public.search_shop(words text, most integer default 12) returns table (
  kind text,
  id uuid,
  title text,
  address text,
  line text,
  picture text,
  price numeric,
  sold_out boolean
)
language plpgsql stable security definer
set search_path = ''
-- Page by page, by their keys: a plan made for few pages would read all of them to join some.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  typed constant text := lower(btrim(private.plain(left(words, 100))));
  -- PostgreSQL's reader gives up on many negations in a row.
  query constant tsquery := websearch_to_tsquery(
    'pg_catalog.english', regexp_replace(typed, '([-!][[:space:]]*){2,}|"', ' ', 'g')
  );
  spellings tsquery[];
begin
  if typed = '' then
    return;
  end if;
  spellings := private.search_spellings(typed);
  return query
    with candidates as (
      select given.kind, candidate.id, bool_or(candidate.worded) as worded
      from unnest(array['product', 'post']) as given (kind),
        private.search_candidates(given.kind, typed, query, spellings) as candidate
      group by given.kind, candidate.id
    ),
    best as (
      select page.kind, page.id, page.title,
        -- A product before an article that fits as well: most people come to buy.
        case page.kind when 'product' then 0.5 else 0 end
          + likeness * 2 + ts_rank(page.head, query) as score
      from candidates
      join private.search_pages as page using (kind, id),
        extensions.word_similarity(typed, page.title) as likeness
      where candidates.worded or likeness >= 0.4
      order by score desc, page.title
      limit least(greatest(most, 1), 50)
    ),
    shown as (
      select best.*, product.name,
        '/product/' || coalesce(product.slug, product.id::text) as address,
        product.weight_type as line, product.image_url as picture, product.price, product.sold_out
      from best
      join public.products as product on best.kind = 'product' and product.id = best.id
      union all
      select best.*, post.title, '/blog/' || post.slug, post.excerpt, post.featured_image_url,
        null, null
      from best
      join public.blog_posts as post on best.kind = 'post' and post.id = best.id and post.published
    )
    select shown.kind, shown.id, shown.name, shown.address, shown.line, shown.picture, shown.price,
      shown.sold_out
    from shown
    order by shown.score desc, shown.title;
end
$$;

drop index public.products_document_idx;
drop index public.products_trigrams_idx;
drop index public.blog_posts_document_idx;
drop index public.blog_posts_trigrams_idx;
drop function private.page_document(text, text, text);
drop function private.tag_text(text[]);

revoke execute on function private.search_page(text, uuid, text, text, text) from public;
revoke execute on function private.words_to_spell(text) from public;
revoke execute on function private.keep_search_page() from public;
revoke execute on function private.rebuild_search() from public;
revoke execute on function private.search_candidates(text, text, tsquery, tsquery[]) from public;
revoke execute on function private.search_spellings(text) from public;
