-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What the admin area's command palette finds: a few orders, customers and products, newest first.
-- A function, like admin_list, because under row security a search by pattern uses no index.
-- {"orders": [{…}], "customers": [{…}], "products": [{…}]}, at most `most` of each. A customer is
-- an email address that has paid. Words of one or two letters alone are looked for among the newest
-- 10,000. Raises insufficient_privilege unless the caller is an admin.
create function public.admin_find(words text, most integer default 5) returns jsonb
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
declare
  typed constant text[] := private.typed_words(left(words, 100));
  wanted constant text[] := private.order_words(typed);
  in_orders constant text := private.words_condition(private.searched_text('orders'), wanted);
  in_people constant text :=
    private.words_condition($e$private.plain(name || ' ' || email)$e$, wanted);
  -- Newest orders are met first, where many have the words; the rest only when these are too few.
  sources constant text[] := array[
    'select * from public.orders order by created_at desc limit 1000',
    case when private.has_trigrams(wanted) then 'select * from public.orders'
      else 'select * from public.orders order by created_at desc limit 10000' end
  ];
  source text;
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
    foreach source in array sources loop
      -- Planned with the words at hand. The newest hundred orders that fit tell whose they are.
      execute format(
        'with found as materialized (
           select id, name, email, total_amount, payment_status, status, created_at, paid_at
           from (%s) as orders where %s order by created_at desc limit 100
         )
         select (
           select coalesce(jsonb_agg(to_jsonb(newest)), ''[]'') from (
             select id, name, email, total_amount, payment_status, status, created_at
             from found order by created_at desc limit $1
           ) as newest
         ), (
           select coalesce(jsonb_agg(to_jsonb(known)), ''[]'') from (
             select person.name, person.email, (
                 select count(*) from public.orders as every
                 where lower(every.email) = person.email and every.paid_at is not null
               ) as orders
             from (
               select lower(email) as email, (array_agg(name order by created_at desc))[1] as name,
                 max(created_at) as latest
               from found where paid_at is not null and %s
               group by lower(email) order by latest desc limit $1
             ) as person
             order by person.latest desc
           ) as known
         )', source, in_orders, in_people
      ) into orders, customers using most;
      exit when jsonb_array_length(customers) = most;
    end loop;
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(found)), ''[]'') from (
         select id, name, weight_type, price, sold_out, image_url
         from (%s) as products where %s order by created_at desc limit $1
       ) as found',
      case when private.has_trigrams(typed) then 'select * from public.products'
        else 'select * from public.products order by created_at desc limit 10000' end,
      private.words_condition(private.searched_text('products'), typed)
    ) into products using most;
  end if;
  return jsonb_build_object('orders', orders, 'customers', customers, 'products', products);
end
$$;

revoke execute on function public.admin_find(words text, most integer) from public;
grant execute on function public.admin_find(words text, most integer) to authenticated, service_role;
