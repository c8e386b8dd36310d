-- The tags that a list of products offers: those that at least two products have, most used first.
-- Counted over the newest thousand, so that a large catalog costs a page no more.
create function public.product_tags()
returns table (tag text, products bigint)
language sql stable set search_path = '' rows 12 as $$
  select each.tag, count(distinct newest.id)
  from (select id, tags from public.products order by created_at desc limit 1000) as newest,
    unnest(newest.tags) as each (tag)
  group by each.tag
  having count(distinct newest.id) > 1
  order by 2 desc, 1
  limit 12
$$;

revoke execute on function public.product_tags() from public;
grant execute on function public.product_tags() to anon, authenticated, service_role;
