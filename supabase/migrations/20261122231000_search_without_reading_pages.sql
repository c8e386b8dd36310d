-- A search read every page's whole text to decide which fit and how well, which took seconds with a
-- few hundred products. The index knows which pages have the words, so the planner must not take
-- the function for a cheap one, and phrases count as their words, because the index knows no places.
-- How well a page fits follows from its title and subject.
alter function private.page_document(title text, subject text, body text) cost 20000;

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
language sql stable security definer
set search_path = ''
set pg_trgm.word_similarity_threshold = 0.4
as $$
  with asked as materialized (
    select
      btrim(private.plain(left(words, 100))) as typed,
      -- PostgreSQL's reader gives up on many negations in a row.
      websearch_to_tsquery(
        'pg_catalog.english',
        regexp_replace(private.plain(left(words, 100)), '([-!][[:space:]]*){2,}|"', ' ', 'g')
      ) as query
  ),
  found as (
    select
      'product' as kind, product.id, product.name as title,
      '/product/' || coalesce(product.slug, product.id::text) as address,
      product.weight_type as line, product.image_url as picture, product.price, product.sold_out,
      -- A product before an article that fits as well: most people come to buy.
      0.5 + extensions.word_similarity(asked.typed, private.plain(product.name)) * 2
        + ts_rank(private.page_document(product.name, private.tag_text(product.tags), ''), asked.query)
          as score
    from public.products as product, asked
    where asked.typed <> '' and product.id in (
      -- Each by its own index: of the two in one condition PostgreSQL makes every text again.
      select worded.id
      from public.products as worded
      where private.page_document(worded.name, private.tag_text(worded.tags), worded.description)
        @@ asked.query
      union all
      select named.id
      from public.products as named
      where asked.typed operator(extensions.<%) private.plain(named.name)
    )
    union all
    select
      'post', post.id, post.title, '/blog/' || post.slug, post.excerpt, post.featured_image_url,
      null::numeric, null::boolean,
      extensions.word_similarity(asked.typed, private.plain(post.title)) * 2
        + ts_rank(private.page_document(post.title, post.excerpt, ''), asked.query)
    from public.blog_posts as post, asked
    where asked.typed <> '' and post.id in (
      select worded.id
      from public.blog_posts as worded
      where worded.published
        and private.page_document(worded.title, worded.excerpt, worded.content) @@ asked.query
      union all
      select named.id
      from public.blog_posts as named
      where named.published
        and asked.typed operator(extensions.<%) private.plain(named.title)
    )
  )
  select found.kind, found.id, found.title, found.address, found.line, found.picture, found.price,
    found.sold_out
  from found
  order by found.score desc, found.title
  limit least(greatest(most, 1), 50)
$$;
