-- Full text for whole words in any form, trigrams for slips of the finger and half-typed words.
create extension if not exists pg_trgm with schema extensions;

-- Weights: what is looked for most likely stands in the name. Immutable, so that an index may hold it.
create function private.page_document(title text, subject text, body text) returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select setweight(to_tsvector('pg_catalog.english', coalesce(title, '')), 'A')
    || setweight(to_tsvector('pg_catalog.english', coalesce(subject, '')), 'B')
    || setweight(to_tsvector('pg_catalog.english', left(coalesce(body, ''), 50000)), 'D')
$$;
-- An array's text depends on nothing but the array, which PostgreSQL does not promise of its own.
create function private.tag_text(tags text[]) returns text
language sql immutable parallel safe set search_path = '' as $$
  select array_to_string(tags, ' ')
$$;
revoke execute on function private.page_document(text, text, text) from public;
revoke execute on function private.tag_text(text[]) from public;
-- The index is kept up by whoever saves a row.
grant execute on function private.page_document(text, text, text), private.tag_text(text[])
  to anon, authenticated, service_role;

create index products_document_idx on public.products
  using gin (private.page_document(name, private.tag_text(tags), description));
create index products_trigrams_idx on public.products using gin (name extensions.gin_trgm_ops);
create index blog_posts_document_idx on public.blog_posts
  using gin (private.page_document(title, excerpt, content)) where published;
create index blog_posts_trigrams_idx on public.blog_posts
  using gin (title extensions.gin_trgm_ops) where published;

-- Products and published posts that fit the words, best first. Runs as its owner, because row
-- security would keep it from using the indexes; what it tells is what the pages tell.
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
      btrim(left(words, 100)) as typed,
      websearch_to_tsquery('pg_catalog.english', left(words, 100)) as query
  ),
  found as (
    select
      'product' as kind, product.id, product.name as title,
      '/product/' || coalesce(product.slug, product.id::text) as address,
      product.weight_type as line, product.image_url as picture, product.price, product.sold_out,
      -- A product before an article that fits as well: most people come to buy.
      0.5 + extensions.word_similarity(asked.typed, product.name) * 2
        + ts_rank(
          private.page_document(product.name, private.tag_text(product.tags), product.description),
          asked.query
        ) as score
    from public.products as product, asked
    where asked.typed <> '' and (
      private.page_document(product.name, private.tag_text(product.tags), product.description)
        @@ asked.query
      or asked.typed operator(extensions.<%) product.name
    )
    union all
    select
      'post', post.id, post.title, '/blog/' || post.slug, post.excerpt, post.featured_image_url,
      null::numeric, null::boolean,
      extensions.word_similarity(asked.typed, post.title) * 2
        + ts_rank(private.page_document(post.title, post.excerpt, post.content), asked.query)
    from public.blog_posts as post, asked
    where asked.typed <> '' and post.published and (
      private.page_document(post.title, post.excerpt, post.content) @@ asked.query
      or asked.typed operator(extensions.<%) post.title
    )
  )
  select found.kind, found.id, found.title, found.address, found.line, found.picture, found.price,
    found.sold_out
  from found
  order by found.score desc, found.title
  limit least(greatest(most, 1), 50)
$$;
revoke execute on function public.search_shop(text, integer) from public;
grant execute on function public.search_shop(text, integer) to anon, authenticated, service_role;
