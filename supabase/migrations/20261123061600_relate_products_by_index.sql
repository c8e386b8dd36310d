-- Every page of a product read the whole catalog to find three others.
create index products_related_idx on public.products (sold_out, name, id);

create index products_tags_idx on public.products using gin (tags)
  with (fastupdate = off) where not sold_out;

create index products_sold_out_tags_idx on public.products using gin (tags)
  with (fastupdate = off) where sold_out;

-- What goes with a product, for its page: up to three others that share the most tags; those that
-- can be bought come first. Read as a relation of products, with its caller's rights.
-- Of a large catalog it compares some hundreds: those with all its tags or else all but one, or else
-- some with each tag, and the first by name. In PL/pgSQL, since a function in SQL would be planned
-- anew for every page.
create or replace function public.related_products(product public.products)
returns setof public.products
language plpgsql stable set search_path = '' rows 3
-- A plan made for common tags, or for few products, would read the whole table for rare ones.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  -- So that many tags cost no more.
  own constant text[] := product.tags[1:10];
  candidates uuid[] := '{}';
begin
  if cardinality(own) > 0 then
    candidates := array(
      select other.id from public.products as other
      where not other.sold_out and other.tags @> product.tags and other.id <> product.id
      limit 200
    );
  end if;
  if cardinality(candidates) < 3 and cardinality(own) > 1 then
    candidates := array(
      select distinct other.id
      from generate_subscripts(own, 1) as left_out, lateral (
        select near.id from public.products as near
        where not near.sold_out
          and near.tags @> (own[:left_out - 1] || own[left_out + 1:])
          and near.id <> product.id
        limit 100
      ) as other
    );
  end if;
  if cardinality(candidates) < 3 then
    candidates := array(
      select unnest(candidates)
      union
      select other.id
      from unnest(own) as tag, lateral (
        select near.id from public.products as near
        where not near.sold_out and near.tags @> array[tag] and near.id <> product.id
        limit 100
      ) as other
    );
  end if;
  if cardinality(candidates) < 3 then
    candidates := candidates || array(
      select other.id from public.products as other
      where other.id <> product.id
      order by other.sold_out, other.name, other.id
      limit 3
    ) || array(
      select other.id
      from unnest(own) as tag, lateral (
        select near.id from public.products as near
        where near.sold_out and near.tags @> array[tag] and near.id <> product.id
        limit 100
      ) as other
    );
  end if;
  return query
    select other.*
    from public.products as other
    where other.id = any (candidates)
    order by
      other.sold_out,
      (select count(*) from unnest(other.tags) as tag where tag = any (product.tags)) desc,
      other.name,
      other.id
    limit 3;
end
$$;
