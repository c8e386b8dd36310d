-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What the admin area's command palette finds: a few orders, customers and products, newest first.
-- A function, like admin_list, because under row security a search by pattern uses no index.
-- {"orders": [{…}], "customers": [{…}], "products": [{…}]}, at most `most` of each. A customer is
-- an email address that has paid. Raises insufficient_privilege unless the caller is an admin.
create function public.admin_find(words text, most integer default 5) returns jsonb
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
declare
  typed text[] := private.typed_words(left(words, 100));
  in_orders text := private.words_condition(
    private.searched_text('orders'), private.order_words(typed)
  );
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
  if cardinality(typed) > 0 then
    -- Planned with the words at hand: common ones are met on the way back from the newest row,
    -- rare ones by trigrams.
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (
         select id, name, email, total_amount, payment_status, status, created_at
         from public.orders where %s order by created_at desc limit $1
       ) as found', in_orders
    ) into orders using most;
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
             where %s and %s and paid_at is not null
             order by created_at desc limit 100
           ) as met
           group by lower(email) order by latest desc limit $1
         ) as person
         order by person.latest desc
       ) as found', in_orders,
      private.words_condition($e$private.plain(name || ' ' || email)$e$, private.order_words(typed))
    ) into customers using most;
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (
         select id, name, weight_type, price, sold_out, image_url
         from public.products where %s order by created_at desc limit $1
       ) as found', private.words_condition(private.searched_text('products'), typed)
    ) into products using most;
  end if;
  return jsonb_build_object('orders', orders, 'customers', customers, 'products', products);
end
$$;

revoke execute on function public.admin_find(words text, most integer) from public;
grant execute on function public.admin_find(words text, most integer) to authenticated, service_role;
