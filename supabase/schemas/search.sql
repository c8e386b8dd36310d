-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- The pages of one kind that a search ranks, some hundreds at most, and whether they contain the
-- words as typed: those that begin with what was typed, those whose titles have the words, those
-- that have them anywhere, and those whose titles have similar words. Where titles alone fill the
-- share, nothing else would come before them. Of more than a share, the last is `beyond`.
create function private.search_candidates(
  page_kind text,
  typed text,
  query tsquery,
  spellings tsquery[]
) returns table (id uuid, worded boolean, beyond boolean)
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
  of_each integer;
  found_now integer := 0;
begin
  return query
    select page.id, false, row_number() over (order by page.title) > enough
    from private.search_pages as page
    where page.kind = page_kind
      and page.title >= typed collate "C" and page.title < typed || chr(1114111) collate "C"
    order by page.title
    limit enough + 1;
  if numnode(query) > 0 and titles_suffice then
    return query
      select page.id, true, row_number() over () > enough from private.search_pages as page
      where page.name_words @@ (mark && query)
      limit enough + 1;
    get diagnostics found_now = row_count;
    if found_now > enough then
      return;
    end if;
  end if;
  if numnode(query) > 0 then
    return query
      select page.id, true, row_number() over () > enough from private.search_pages as page
      where page.document @@ (mark && query)
      limit enough + 1;
  end if;
  if cardinality(spellings) = 0 then
    return;
  end if;
  foreach spelling in array spellings loop
    all_spelled := all_spelled && spelling;
  end loop;
  return query
    select page.id, false, row_number() over () > enough from private.search_pages as page
    where page.name_words @@ all_spelled
    limit enough + 1;
  get diagnostics found_now = row_count;
  if cardinality(spellings) > 1 and found_now <= enough then
    of_each := enough / cardinality(spellings);
    foreach spelling in array spellings loop
      return query
        select page.id, false, row_number() over () > of_each from private.search_pages as page
        where page.name_words @@ (mark && spelling)
        limit of_each + 1;
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
-- words. How well a page fits follows from its title and subject. Every row tells `total`, how many
-- pages are ranked, and with `more` that so many fit that not all of them are.
-- `sort`: best, price, price-desc or newest; of those by price or age, products come first. With a
-- `tag` only products that have it are found.
create function public.search_shop(
  words text,
  most integer default 12,
  skip integer default 0,
  sort text default 'best',
  tag text default null
) returns table (
  kind text,
  id uuid,
  title text,
  address text,
  line text,
  picture text,
  price numeric,
  sold_out boolean,
  total integer,
  more boolean
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
      select given.kind, candidate.id, bool_or(candidate.worded) as worded,
        bool_or(candidate.beyond) as beyond
      from unnest(array['product', 'post']) as given (kind),
        private.search_candidates(given.kind, typed, query, spellings) as candidate
      group by given.kind, candidate.id
    ),
    -- Nothing is read of products where their places depend on the words alone.
    facts as materialized (
      select product.id, product.price, product.created_at, product.tags
      from candidates
      join public.products as product on candidates.kind = 'product' and product.id = candidates.id
      where sort <> 'best' or search_shop.tag is not null
    ),
    best as (
      select page.kind, page.id, page.title, candidates.beyond,
        -- A product before an article that fits as well: most people come to buy.
        case page.kind when 'product' then 0.5 else 0 end
          + likeness * 2 + ts_rank(page.head, query) as score,
        facts.price, facts.created_at
      from candidates
      join private.search_pages as page using (kind, id)
      left join facts on candidates.kind = 'product' and facts.id = candidates.id
      cross join extensions.word_similarity(typed, page.title) as likeness
      where (candidates.worded or likeness >= 0.4)
        and (search_shop.tag is null or facts.tags @> array[search_shop.tag])
    ),
    asked as (
      select best.kind, best.id, (count(*) over ())::integer as total,
        bool_or(best.beyond) over () as more,
        row_number() over (
          order by sort <> 'best' and best.price is null,
            case sort when 'price' then best.price when 'price-desc' then -best.price end,
            case when sort = 'newest' then best.created_at end desc,
            best.score desc, best.title, best.id
        ) as place
      from best
      order by place
      limit least(greatest(most, 1), 50)
      offset greatest(skip, 0)
    ),
    shown as (
      select asked.*, product.name,
        '/product/' || coalesce(product.slug, product.id::text) as address,
        product.weight_type as line, product.image_url as picture, product.price,
          not product.buyable as sold_out
      from asked
      join public.products as product on asked.kind = 'product' and product.id = asked.id
      union all
      select asked.*, post.title, '/blog/' || post.slug, post.excerpt, post.featured_image_url,
        null, null
      from asked
      join public.blog_posts as post on asked.kind = 'post' and post.id = asked.id and post.published
    )
    select shown.kind, shown.id, shown.name, shown.address, shown.line, shown.picture, shown.price,
      shown.sold_out, shown.total, shown.more
    from shown
    order by shown.place;
end
$$;

revoke execute on function private.search_candidates(page_kind text, typed text, query tsquery, spellings tsquery[]) from public;
revoke execute on function private.search_spellings(typed text) from public;
revoke execute on function public.search_shop(words text, most integer, skip integer, sort text, tag text) from public;
grant execute on function public.search_shop(words text, most integer, skip integer, sort text, tag text) to anon, authenticated, service_role;
