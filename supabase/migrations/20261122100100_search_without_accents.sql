-- "nunez" finds Núñez, in every search: accents are taken off both what is typed and what is
-- searched.
create extension if not exists unaccent with schema extensions;

-- Immutable, so that an index may hold it: the dictionary is named, and nobody changes it.
create function private.plain(text text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select extensions.unaccent('extensions.unaccent'::regdictionary, text)
$$;
revoke execute on function private.plain(text) from public;
-- The indexes are kept up by whoever saves a row.
grant execute on function private.plain(text) to anon, authenticated, service_role;

-- The shop's search -------------------------------------------------------------------------------
drop index public.products_document_idx, public.blog_posts_document_idx;
drop index public.products_trigrams_idx, public.blog_posts_trigrams_idx;

create or replace function private.page_document(title text, subject text, body text)
returns tsvector
language sql immutable parallel safe set search_path = '' as $$
  select setweight(to_tsvector('pg_catalog.english', private.plain(coalesce(title, ''))), 'A')
    || setweight(to_tsvector('pg_catalog.english', private.plain(coalesce(subject, ''))), 'B')
    || setweight(
      to_tsvector('pg_catalog.english', private.plain(left(coalesce(body, ''), 50000))), 'D'
    )
$$;

create index products_document_idx on public.products
  using gin (private.page_document(name, private.tag_text(tags), description));
create index products_trigrams_idx on public.products
  using gin (private.plain(name) extensions.gin_trgm_ops);
create index blog_posts_document_idx on public.blog_posts
  using gin (private.page_document(title, excerpt, content)) where published;
create index blog_posts_trigrams_idx on public.blog_posts
  using gin (private.plain(title) extensions.gin_trgm_ops) where published;

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
      websearch_to_tsquery('pg_catalog.english', private.plain(left(words, 100))) as query
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

-- The admin area's searches -----------------------------------------------------------------------
create or replace function private.searched_text(list text) returns text
language sql immutable set search_path = '' as $$
  select 'private.plain' || case list
    when 'orders' then $e$(name || ' ' || email || ' ' || id::text)$e$
    when 'products' then $e$(name || ' ' || coalesce(slug, ''))$e$
    when 'contacts' then $e$(name || ' ' || email || ' ' || phone || ' ' || message)$e$
    when 'testimonials' then $e$(name || ' ' || content)$e$
    when 'partners' then $e$(name || ' ' || coalesce(description, ''))$e$
    when 'blog_posts' then $e$(title || ' ' || slug || ' ' || author_name)$e$
    when 'validity_codes' then $e$(code || ' ' || product_name)$e$
    when 'audit_log' then $e$(table_name || ' ' || row_id || ' ' || coalesce(actor_email, ''))$e$
    when 'failed_mails' then
      $e$(recipient || ' ' || subject || ' ' || coalesce(last_error, ''))$e$
    when 'product_validity_view' then $e$(code || ' ' || product_name)$e$
  end
$$;

-- What was typed, as it is compared: without accents, and an order's number without its sign.
create function private.typed_text(search text) returns text
language sql immutable set search_path = '' as $$
  select private.plain(regexp_replace(btrim(search), '^#\s*([0-9a-f-]+)$', '\1', 'i'))
$$;
revoke execute on function private.typed_text(text) from public;

drop index if exists public.orders_search_idx, public.products_search_idx,
  public.contacts_search_idx, public.validity_codes_search_idx, public.audit_log_search_idx;
create index orders_search_idx on public.orders
  using gin (private.plain(name || ' ' || email || ' ' || id::text) extensions.gin_trgm_ops);
create index products_search_idx on public.products
  using gin (private.plain(name || ' ' || coalesce(slug, '')) extensions.gin_trgm_ops);
create index contacts_search_idx on public.contacts
  using gin (
    private.plain(name || ' ' || email || ' ' || phone || ' ' || message) extensions.gin_trgm_ops
  );
create index validity_codes_search_idx on public.validity_codes
  using gin (private.plain(code || ' ' || product_name) extensions.gin_trgm_ops);
create index audit_log_search_idx on public.audit_log
  using gin (
    private.plain(table_name || ' ' || row_id || ' ' || coalesce(actor_email, ''))
    extensions.gin_trgm_ops
  );

-- As before, but for what is typed.
create or replace function public.admin_list(
  list text,
  search text default '',
  filters jsonb default '{}',
  sort text default 'created_at',
  ascending boolean default false,
  skip integer default 0,
  take integer default 10
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  searched text := private.searched_text(list);
  source regclass;
  conditions text := 'true';
  typed text := private.typed_text(search);
  pattern text := '%' || replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  wanted record;
  total bigint;
  rows jsonb;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if searched is null then
    raise invalid_parameter_value using message = format('there is no list %L', list);
  end if;
  source := format('public.%I', list)::regclass;
  if take not between 1 and 1000 or skip < 0 then
    raise invalid_parameter_value using message = 'take is 1 to 1000, skip is 0 or more';
  end if;

  if typed <> '' then
    conditions := private.search_condition(list, typed);
  end if;
  for wanted in
    select filter.key, filter.value from jsonb_each(filters) as filter
    union all select sort, null
  loop
    if not exists (
      select from pg_catalog.pg_attribute a
      where a.attrelid = source and a.attname = wanted.key and a.attnum > 0 and not a.attisdropped
    ) then
      raise undefined_column using message = format('%I has no column %I', list, wanted.key);
    end if;
    if jsonb_typeof(wanted.value) = 'array' then
      conditions := conditions || format(
        ' and %I = any (%L)', wanted.key, array(select jsonb_array_elements_text(wanted.value))
      );
    elsif jsonb_typeof(wanted.value) = 'object' then
      if wanted.value ? 'from' then
        conditions := conditions || format(' and %I >= %L', wanted.key, wanted.value ->> 'from');
      end if;
      if wanted.value ? 'until' then
        conditions := conditions || format(' and %I < %L', wanted.key, wanted.value ->> 'until');
      end if;
    elsif jsonb_typeof(wanted.value) = 'null' then
      conditions := conditions || format(' and %I is null', wanted.key);
    end if;
  end loop;

  execute format('select count(*) from %s where %s', source, conditions)
    into total using pattern;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
       select * from %1$s where %2$s order by %3$I %4$s, id %4$s limit $2 offset $3
     ) as page',
    source, conditions, sort, case when ascending then 'asc' else 'desc' end
  ) into rows using pattern, take, skip;
  return jsonb_build_object('total', total, 'rows', rows);
end
$$;

create or replace function public.admin_find(words text, most integer default 5) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  -- An order may be written as people read it: #1a2b3c4d.
  typed text := private.plain(ltrim(btrim(left(words, 100)), '#'));
  pattern text := '%' || replace(replace(replace(typed, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  orders jsonb := '[]';
  customers jsonb := '[]';
  products jsonb := '[]';
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if most not between 1 and 20 then
    raise invalid_parameter_value using message = 'most is 1 to 20';
  end if;
  if typed <> '' then
    -- Planned with the words at hand: common ones are met on the way back from the newest row,
    -- rare ones by trigrams.
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (
         select id, name, email, total_amount, payment_status, status, created_at
         from public.orders where %s order by created_at desc limit $2
       ) as found', private.search_condition('orders', typed)
    ) into orders using pattern, most;
    -- The newest hundred orders that fit tell whose they are.
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (
         select person.name, person.email, (
             select count(*) from public.orders as every
             where lower(every.email) = person.email and every.paid_at is not null
           ) as orders
         from (
           select lower(email) as email, (array_agg(name order by created_at desc))[1] as name,
             max(created_at) as latest
           from (
             select name, email, created_at from public.orders
             where %s and private.plain(name || '' '' || email) ilike $1 and paid_at is not null
             order by created_at desc limit 100
           ) as met
           group by lower(email) order by latest desc limit $2
         ) as person
         order by person.latest desc
       ) as found', private.search_condition('orders', typed)
    ) into customers using pattern, most;
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (
         select id, name, weight_type, price, sold_out, image_url
         from public.products where %s order by created_at desc limit $2
       ) as found', private.search_condition('products', typed)
    ) into products using pattern, most;
  end if;
  return jsonb_build_object('orders', orders, 'customers', customers, 'products', products);
end
$$;
