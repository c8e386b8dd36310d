drop function public.search_shop(words text, most integer, skip integer);

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

revoke execute on function public.search_shop(words text, most integer, skip integer, sort text, tag text) from public;
grant execute on function public.search_shop(words text, most integer, skip integer, sort text, tag text) to anon, authenticated, service_role;
