-- What goes with a product, for its page: up to three others that share the most tags; those that
-- can be bought come first. Read as a relation of products, with its caller's rights.
-- In PL/pgSQL, since a function in SQL would be planned anew for every page.
create function public.related_products(product public.products) returns setof public.products
language plpgsql stable set search_path = '' rows 3 as $$
begin
  return query
    select other.*
    from public.products as other
    where other.id <> product.id
    order by
      other.sold_out,
      (select count(*) from unnest(other.tags) as tag where tag = any (product.tags)) desc,
      other.name,
      other.id
    limit 3;
end
$$;
revoke execute on function public.related_products(public.products) from public;
grant execute on function public.related_products(public.products)
  to anon, authenticated, service_role;
