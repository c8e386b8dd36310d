-- Which pages have the words is read from the index, which knows no places: phrases count as their
-- words. How well a page fits follows from its title and subject, since reading whole texts takes
-- seconds with a few hundred products.
create function public.search_shop(words text, most integer default 12) returns table (
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
  -- Each by its own index: of the two in one condition PostgreSQL makes every text again.
  matching_products as materialized (
    select worded.id
    from public.products as worded
    where private.page_document(worded.name, private.tag_text(worded.tags), worded.description)
      @@ (select query from asked)
    union
    select named.id
    from public.products as named
    where (select typed from asked) operator(extensions.<%) private.plain(named.name)
  ),
  matching_posts as materialized (
    select worded.id
    from public.blog_posts as worded
    where worded.published
      and private.page_document(worded.title, worded.excerpt, worded.content) @@ (select query from asked)
    union
    select named.id
    from public.blog_posts as named
    where named.published
      and (select typed from asked) operator(extensions.<%) private.plain(named.title)
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
    from matching_products
    join public.products as product using (id)
    cross join asked
    where asked.typed <> ''
    union all
    select
      'post', post.id, post.title, '/blog/' || post.slug, post.excerpt, post.featured_image_url,
      null::numeric, null::boolean,
      extensions.word_similarity(asked.typed, private.plain(post.title)) * 2
        + ts_rank(private.page_document(post.title, post.excerpt, ''), asked.query)
    from matching_posts
    join public.blog_posts as post using (id)
    cross join asked
    where asked.typed <> ''
  )
  select found.kind, found.id, found.title, found.address, found.line, found.picture, found.price,
    found.sold_out
  from found
  order by found.score desc, found.title
  limit least(greatest(most, 1), 50)
$$;

revoke execute on function public.search_shop(words text, most integer) from public;
grant execute on function public.search_shop(words text, most integer) to anon, authenticated, service_role;
