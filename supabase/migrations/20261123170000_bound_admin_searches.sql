-- With a million orders, the palette took seconds for a word that many orders have or two letters that none
-- has, and the log's filters and the ledger's pages grew with the years.

-- Whether an index on trigrams can find any of these words: it knows none of one or two letters.
create function private.has_trigrams(words text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_or(word ~ '[[:alnum:]]{3}'), false) from unnest(words) as word
$$;
revoke execute on function private.has_trigrams(words text[]) from public;

-- What the admin area's command palette finds: a few orders, customers and products, newest first.
-- A function, like admin_list, because under row security a search by pattern uses no index.
-- {"orders": [{…}], "customers": [{…}], "products": [{…}]}, at most `most` of each. A customer is
-- an email address that has paid. Words of one or two letters alone are looked for among the newest
-- 10,000. Raises insufficient_privilege unless the caller is an admin.
create or replace function public.admin_find(words text, most integer default 5) returns jsonb
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

-- One page of an admin list: searched, filtered and sorted. {"rows": [{…}], "total": 4, "more":
-- false}; counting stops at 10,000 rows, and `more` is then true. Words of one or two letters alone are
-- looked for among the newest 20,000 rows, and `more` says that there are others.
create or replace function public.admin_list(
  list text,
  search text default '',
  filters jsonb default '{}',
  sort text default 'created_at',
  ascending boolean default false,
  skip integer default 0,
  take integer default 10
) returns jsonb
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
declare
  searched text := private.searched_text(list);
  source regclass;
  conditions text := 'true';
  searches text := 'true';
  -- What is read: the list, or its newest rows.
  origin text;
  is_bounded boolean := false;
  most_looked_through constant integer := 20000;
  words text[] := private.typed_words(search);
  wanted record;
  most_counted constant integer := 10000;
  direction constant text := case when ascending then 'asc' else 'desc' end;
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

  if cardinality(words) > 0 then
    if list = 'orders' then
      words := private.order_words(words);
    end if;
    searches := private.words_condition(searched, words);
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
      -- An index keeps its order for one value alone.
      conditions := conditions || case when jsonb_array_length(wanted.value) = 1
        then format(' and %I = %L', wanted.key, wanted.value ->> 0)
        else format(
          ' and %I = any (%L)', wanted.key, array(select jsonb_array_elements_text(wanted.value))
        )
      end;
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

  origin := source::text;
  if cardinality(words) > 0 and not private.has_trigrams(words) and exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = source and a.attname = 'created_at' and not a.attisdropped
  ) then
    execute format(
      'select exists (select from %s where %s offset %s)', source, conditions, most_looked_through
    ) into is_bounded;
    if is_bounded then
      origin := format(
        '(select * from %s where %s order by created_at desc limit %s)',
        source, conditions, most_looked_through
      );
    end if;
  end if;
  conditions := conditions || ' and ' || searches;

  if cardinality(words) > 0 then
    -- What a search finds is looked for once: it is counted and, unless it is too much, shown from there.
    execute format(
      'with found as materialized (select id from %6$s as rows where %2$s limit %3$s),
       counted as (select count(*) as total from found)
       select counted.total, case when counted.total < %3$s then (
         select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
           select whole.* from found
           cross join lateral (select * from %1$s where id = found.id offset 0) as whole
           order by whole.%4$I %5$s, whole.id %5$s limit $1 offset $2
         ) as page
       ) end
       from counted',
      source, conditions, most_counted + 1, sort, direction, origin
    ) into total, rows using take, skip;
  else
    execute format(
      'select count(*) from (select from %s where %s limit %s) as counted',
      source, conditions, most_counted + 1
    ) into total;
  end if;
  if rows is null then
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(page)), ''[]'') from (
         select * from %1$s as rows where %2$s order by %3$I %4$s, id %4$s limit $1 offset $2
       ) as page',
      origin, conditions, sort, direction
    ) into rows using take, skip;
  end if;
  return jsonb_build_object(
    'total', least(total, most_counted), 'more', total > most_counted or is_bounded, 'rows', rows
  );
end
$$;

-- What a person changed of one table. What the shop does by itself needs no line here.
create index audit_log_table_person_idx
  on public.audit_log (table_name, actor_email, created_at desc, id desc)
  where actor_email is not null;

-- Money that came or went between two days, one row each, oldest first, 1,000 at most; the rest is asked for
-- with `moved_at` and `key` of the last row. In every row subtotal - discount + delivery + tax_added
-- + difference = amount, and net is without tax. All amounts add up to what admin_sales counts.
create or replace function public.admin_ledger(
  first_day date,
  last_day date,
  zone text,
  after_at timestamptz default null,
  after_key text default null
) returns table (
  moved_at timestamptz,
  key text,
  day date,
  kind text,
  order_id uuid,
  provider text,
  reference text,
  currency text,
  subtotal numeric,
  discount numeric,
  delivery numeric,
  tax_added numeric,
  tax_included numeric,
  taxes jsonb,
  difference numeric,
  amount numeric,
  net numeric,
  country text,
  region text
)
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
declare
  since constant timestamptz := greatest(first_day::timestamp at time zone zone, after_at);
  until timestamptz := (last_day + 1)::timestamp at time zone zone;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  -- A thousand sales fill a page: what moved after the last of them is on a later one.
  until := least(until, (
    select bought.paid_at + interval '1 microsecond' from public.orders as bought
    where bought.paid_at >= since and bought.paid_at < until
      and (after_at is null or bought.paid_at > after_at)
    order by bought.paid_at offset 999 limit 1
  ));
  return query
    with page as materialized (
      select movement.* from (
        (
          select bought.paid_at as moved_at, 'sale:' || bought.id as key, 'sale' as kind,
            bought.id, bought.id as order_id, 1 as sign, null::bigint as cents,
            null::text as provider, null::text as reference, null::text as currency
          from public.orders as bought
          where bought.paid_at >= since and bought.paid_at < until
            and (after_at is null or bought.paid_at > after_at or 'sale:' || bought.id > after_key)
          order by 1, 2 limit 1000
        )
        union all
        (
          select returned.moved_at, returned.kind || ':' || returned.id, returned.kind, returned.id,
            returned.order_id, -1, returned.amount_cents, returned.provider, returned.reference,
            returned.currency
          from private.returned_money as returned
          where returned.moved_at >= since and returned.moved_at < until
            and (
              after_at is null or returned.moved_at > after_at
              or returned.kind || ':' || returned.id > after_key
            )
          order by 1, 2 limit 1000
        )
        union all
        (
          select returned.reversed_at, 'reversal:' || returned.id, 'dispute_reversal', returned.id,
            returned.order_id, 1, returned.amount_cents, returned.provider, returned.reference,
            returned.currency
          from private.returned_money as returned
          where returned.reversed_at >= since and returned.reversed_at < until
            and (
              after_at is null or returned.reversed_at > after_at
              or 'reversal:' || returned.id > after_key
            )
          order by 1, 2 limit 1000
        )
      ) as movement
      order by movement.moved_at, movement.key limit 1000
    )
    select page.moved_at, page.key, (page.moved_at at time zone zone)::date, page.kind,
      page.order_id, coalesce(page.provider, payment.provider),
      coalesce(page.reference, payment.reference),
      coalesce(page.currency, payment.currency, bought.currency),
      round(
        (money.cents + money.discount - money.delivery - money.tax_added - money.difference) / 100, 2
      ),
      round(money.discount / 100, 2), round(money.delivery / 100, 2),
      round(money.tax_added / 100, 2), round(money.tax_included / 100, 2), money.taxes,
      round(money.difference / 100, 2), round(money.cents / 100, 2),
      round((money.cents - money.tax_added - money.tax_included) / 100, 2),
      bought.ship_country, bought.ship_region
    from page
    join public.orders as bought on bought.id = page.order_id
    left join public.payments as payment
      on page.kind = 'sale' and payment.order_id = page.order_id and payment.standing = 'settled'
    cross join lateral (
      select sold.cents::numeric as cents, bought.discount_amount * 100 as discount,
        bought.delivery_amount * 100 as delivery,
        (bought.tax_amount - bought.tax_included_amount) * 100 as tax_added,
        bought.tax_included_amount * 100 as tax_included,
        sold.cents - sold.total_amount * 100 as difference,
        case when bought.tax_amount = 0 then '[]' else private.sum_taxes(
          (select jsonb_agg(part) from private.parts_of_sale(page.order_id) as part), 1
        ) end as taxes
      from private.sales as sold
      where page.kind = 'sale' and sold.order_id = page.order_id
      union all
      select page.sign * page.cents, page.sign * back.discount, page.sign * back.delivery,
        page.sign * back.tax_added, page.sign * back.tax_included, page.sign * back.difference,
        private.sum_taxes(back.taxes, page.sign)
      from private.returns_of_sale(case when page.kind <> 'sale' then page.order_id end) as back
      where back.id = page.id
    ) as money
    order by page.moved_at, page.key;
end
$$;
