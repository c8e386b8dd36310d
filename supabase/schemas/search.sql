-- As before, but a search of nothing except dashes and exclamation marks finds nothing instead of
-- failing.
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
        regexp_replace(private.plain(left(words, 100)), '([-!][[:space:]]*){2,}', ' ', 'g')
      ) as query
  ),
  found as (
    select
      'product' as kind, product.id, product.name as title,
      '/product/' || coalesce(product.slug, product.id::text) as address,
      product.weight_type as line, product.image_url as picture, product.price, product.sold_out,
      -- A product before an article that fits as well: most people come to buy.
      0.5 + extensions.word_similarity(asked.typed, private.plain(product.name)) * 2
        + ts_rank(
          private.page_document(product.name, private.tag_text(product.tags), product.description),
          asked.query
        ) as score
    from public.products as product, asked
    where asked.typed <> '' and (
      private.page_document(product.name, private.tag_text(product.tags), product.description)
        @@ asked.query
      or asked.typed operator(extensions.<%) private.plain(product.name)
    )
    union all
    select
      'post', post.id, post.title, '/blog/' || post.slug, post.excerpt, post.featured_image_url,
      null::numeric, null::boolean,
      extensions.word_similarity(asked.typed, private.plain(post.title)) * 2
        + ts_rank(private.page_document(post.title, post.excerpt, post.content), asked.query)
    from public.blog_posts as post, asked
    where asked.typed <> '' and post.published and (
      private.page_document(post.title, post.excerpt, post.content) @@ asked.query
      or asked.typed operator(extensions.<%) private.plain(post.title)
    )
  )
  select found.kind, found.id, found.title, found.address, found.line, found.picture, found.price,
    found.sold_out
  from found
  order by found.score desc, found.title
  limit least(greatest(most, 1), 50)
$$;

revoke execute on function public.search_shop(words text, most integer) from public;
grant execute on function public.search_shop(words text, most integer) to anon, authenticated, service_role;
