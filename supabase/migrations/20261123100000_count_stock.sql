-- Stock of products. Null is not counted, as before. `buyable` is kept by a trigger: a generated
-- column would rule out triggers that compare whole rows.
alter table public.products
  add column stock integer,
  add constraint products_stock_check check (stock >= 0),
  add column buyable boolean default true not null;

create function private.set_buyable() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.buyable := not new.sold_out and new.stock is distinct from 0;
  return new;
end
$$;

revoke execute on function private.set_buyable() from public;

create trigger set_buyable before insert or update of sold_out, stock, buyable on public.products
  for each row execute function private.set_buyable();

grant select (stock, buyable) on table public.products to anon;

-- What cannot be bought comes last among related products.
drop index public.products_related_idx;
create index products_related_idx on public.products (buyable desc, name, id);
drop index public.products_tags_idx;
drop index public.products_sold_out_tags_idx;
create index products_tags_idx on public.products using gin (tags)
  with (fastupdate = off) where buyable;

create index products_unbuyable_tags_idx on public.products using gin (tags)
  with (fastupdate = off) where not buyable;

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
      where other.buyable and other.tags @> product.tags and other.id <> product.id
      limit 200
    );
  end if;
  if cardinality(candidates) < 3 and cardinality(own) > 1 then
    candidates := array(
      select distinct other.id
      from generate_subscripts(own, 1) as left_out, lateral (
        select near.id from public.products as near
        where near.buyable
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
        where near.buyable and near.tags @> array[tag] and near.id <> product.id
        limit 100
      ) as other
    );
  end if;
  if cardinality(candidates) < 3 then
    candidates := candidates || array(
      select other.id from public.products as other
      where other.id <> product.id
      order by other.buyable desc, other.name, other.id
      limit 3
    ) || array(
      select other.id
      from unnest(own) as tag, lateral (
        select near.id from public.products as near
        where not near.buyable and near.tags @> array[tag] and near.id <> product.id
        limit 100
      ) as other
    );
  end if;
  return query
    select other.*
    from public.products as other
    where other.id = any (candidates)
    order by
      other.buyable desc,
      (select count(*) from unnest(other.tags) as tag where tag = any (product.tags)) desc,
      other.name,
      other.id
    limit 3;
end
$$;

-- Every change of stock; a product's changes sum to its stock. Rows are never changed.
create table public.stock_movements (
  id bigint generated always as identity,
  product_id uuid not null,
  change integer not null,
  reason text not null,
  order_id uuid,
  by uuid,
  request uuid,
  created_at timestamptz default now() not null,
  constraint stock_movements_change_check check (change <> 0),
  constraint stock_movements_reason_check
    check (reason in ('sold', 'released', 'returned', 'counted', 'received', 'corrected')),
  constraint stock_movements_pkey primary key (id),
  constraint stock_movements_request_key unique (request),
  constraint stock_movements_product_id_fkey
    foreign key (product_id) references public.products(id) on delete cascade,
  constraint stock_movements_order_id_fkey
    foreign key (order_id) references public.orders(id) on delete set null,
  constraint stock_movements_by_fkey foreign key (by) references auth.users(id) on delete set null
);

create index stock_movements_product_id_idx on public.stock_movements (product_id, created_at desc);

create index stock_movements_order_id_idx on public.stock_movements (order_id);

create index stock_movements_by_idx on public.stock_movements (by);

alter table public.stock_movements enable row level security;

create policy "Admins read stock movements" on public.stock_movements
  for select to authenticated using ((select private.is_admin()));

revoke all on table public.stock_movements from anon, authenticated, service_role;
grant select on table public.stock_movements to authenticated, service_role;

-- Why stock changes, by which order or request, until the end of the transaction. A change that
-- nobody explains was counted.
create function private.explain_stock(reason text, order_id uuid, request uuid default null)
returns void
language sql set search_path = '' as $$
  select set_config('shop.stock_reason', coalesce(reason, ''), true),
    set_config('shop.stock_order', coalesce(order_id::text, ''), true),
    set_config('shop.stock_request', coalesce(request::text, ''), true)
$$;

create function private.record_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  change integer := coalesce(new.stock, 0);
begin
  if tg_op = 'UPDATE' then
    change := change - coalesce(old.stock, 0);
  end if;
  if change <> 0 then
    insert into public.stock_movements (product_id, change, reason, order_id, by, request)
    values (
      new.id,
      change,
      coalesce(nullif(current_setting('shop.stock_reason', true), ''), 'counted'),
      nullif(current_setting('shop.stock_order', true), '')::uuid,
      auth.uid(),
      nullif(current_setting('shop.stock_request', true), '')::uuid
    );
  end if;
  return null;
end
$$;

create trigger record_stock after insert or update of stock on public.products
  for each row execute function private.record_stock();

-- Takes an order's lines, [{"product_id": …, "quantity": 2}], from stock: all of them or none.
-- Answers what is short, [{"id": …, "available": 1}], or null.
create function private.take_stock(for_order uuid, lines jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wanted jsonb;
  short jsonb;
begin
  select jsonb_object_agg(line.id, line.quantity) into wanted
  from (
    select each ->> 'product_id' as id, sum((each ->> 'quantity')::integer) as quantity
    from jsonb_array_elements(lines) as each group by 1
  ) as line;
  -- In one order everywhere, so that two orders never wait for each other.
  perform from public.products
  where id in (select key::uuid from jsonb_each(wanted)) and stock is not null
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('id', product.id, 'available', product.stock) order by product.id)
    into short
  from jsonb_each_text(wanted) as line
  join public.products as product on product.id = line.key::uuid
  where product.stock < line.value::integer;
  if short is not null then
    return short;
  end if;
  perform private.explain_stock('sold', for_order);
  update public.products as product set stock = product.stock - line.value::integer
  from jsonb_each_text(wanted) as line
  where product.id = line.key::uuid and product.stock >= line.value::integer;
  perform private.explain_stock(null, null);
  return null;
end
$$;

-- What an order holds of each product that is counted: {"<product id>": 2}.
create function private.held_stock(of_order uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(held.product_id, held.quantity), '{}')
  from (
    select product_id, -sum(change) as quantity from public.stock_movements
    where order_id = of_order group by 1 having sum(change) < 0
  ) as held
$$;

-- Gives back what an order holds. Called again it gives back nothing.
create function private.give_back_stock(of_order uuid, reason text) returns void
language plpgsql set search_path = '' as $$
declare
  held jsonb := private.held_stock(of_order);
begin
  if held = '{}' then
    return;
  end if;
  perform from public.products
  where id in (select key::uuid from jsonb_each(held)) and stock is not null
  order by id for no key update;
  perform private.explain_stock(reason, of_order);
  update public.products as product set stock = product.stock + line.value::integer
  from jsonb_each_text(held) as line
  where product.id = line.key::uuid and product.stock is not null;
  perform private.explain_stock(null, null);
end
$$;

-- An order that ends unpaid gives its stock back, in the transaction that ends it.
create function private.release_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.give_back_stock(new.id, 'released');
  return null;
end
$$;

create trigger release_stock after update of payment_status on public.orders
  for each row
  when (old.payment_status = 'pending' and new.payment_status in ('expired', 'failed'))
  execute function private.release_stock();

-- For the admin area: `received` and `corrected` add to the stock, `counted` sets it; null stops
-- counting. Answers the new stock. Sales meanwhile are not overwritten by what a form once read, and a
-- request that comes again, because its answer was lost, changes nothing.
create function public.change_stock(
  product_id uuid, reason text, amount integer, request uuid default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  before integer;
  now_left integer;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  select stock into before from public.products where id = change_stock.product_id
    for no key update;
  if not found then
    raise no_data_found using message = 'This product does not exist.';
  end if;
  if exists (select from public.stock_movements as done where done.request = change_stock.request) then
    return before;
  end if;
  if reason = 'counted' then
    now_left := amount;
  elsif reason in ('received', 'corrected') then
    now_left := coalesce(before, 0) + amount;
  else
    raise invalid_parameter_value using message = 'reason is counted, received or corrected';
  end if;
  if now_left < 0 then
    raise check_violation using message = format('Only %s are in stock.', coalesce(before, 0));
  end if;
  perform private.explain_stock(change_stock.reason, null, change_stock.request);
  update public.products set stock = now_left where id = change_stock.product_id;
  perform private.explain_stock(null, null);
  return now_left;
end
$$;

revoke execute on function public.change_stock(uuid, text, integer, uuid) from public;
grant execute on function public.change_stock(uuid, text, integer, uuid) to authenticated, service_role;
revoke execute on function private.explain_stock(text, uuid, uuid) from public;
revoke execute on function private.record_stock() from public;
revoke execute on function private.take_stock(uuid, jsonb) from public;
revoke execute on function private.held_stock(uuid) from public;
revoke execute on function private.give_back_stock(uuid, text) from public;
revoke execute on function private.release_stock() from public;

-- From how few on pages say how many are left; domain/settings.ts holds the same default.
create function private.low_stock() returns integer
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select value::integer from public.site_settings
      where key = 'low_stock' and jsonb_typeof(value) = 'number'
    ),
    5
  )
$$;

revoke execute on function private.low_stock() from public;

-- Sales neither date a product's content nor make its pages anew, except where they say how many
-- are left.
create function private.shows_stock(before integer, after integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select before is distinct from after
    and (before is null or after is null or least(before, after) <= private.low_stock())
$$;

revoke execute on function private.shows_stock(integer, integer) from public;
grant execute on function private.shows_stock(integer, integer) to anon, authenticated, service_role;

create or replace trigger touch_updated_at
  before update on public.products
  for each row
  when (
    to_jsonb(new) - '{view_count,stock,buyable}'::text[]
      is distinct from to_jsonb(old) - '{view_count,stock,buyable}'::text[]
  )
  execute function private.touch_updated_at();

create or replace trigger notify_content_updated
  after update on public.products
  for each row
  when (
    to_jsonb(new) - '{view_count,stock}'::text[]
      is distinct from to_jsonb(old) - '{view_count,stock}'::text[]
    or private.shows_stock(old.stock, new.stock)
  )
  execute function private.notify_content_changed();

update public.products set buyable = false where sold_out;

-- Whether the attempt's order took counted products from stock, and so may stay open only shortly.
alter table private.checkout_attempts add column holds_stock boolean default false not null;

-- What cannot be bought is sold out in the search, too.
create or replace function public.search_shop(
  words text,
  most integer default 12,
  skip integer default 0
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
    best as (
      select page.kind, page.id, page.title, candidates.beyond,
        -- A product before an article that fits as well: most people come to buy.
        case page.kind when 'product' then 0.5 else 0 end
          + likeness * 2 + ts_rank(page.head, query) as score
      from candidates
      join private.search_pages as page using (kind, id),
        extensions.word_similarity(typed, page.title) as likeness
      where candidates.worded or likeness >= 0.4
    ),
    asked as (
      select best.kind, best.id, best.title, best.score, (count(*) over ())::integer as total,
        bool_or(best.beyond) over () as more
      from best
      order by best.score desc, best.title, best.id
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
    order by shown.score desc, shown.title, shown.id;
end
$$;

-- `buyable` follows from what is logged.
create or replace function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor uuid := coalesce(nullif(current_setting('shop.actor', true), '')::uuid, auth.uid());
  actor_address text;
begin
  if actor is null and tg_argv[0] is distinct from 'always' then
    return null;
  end if;
  select email into actor_address from auth.users where id = actor;
  if tg_op = 'INSERT' then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, after)
    select actor, actor_address, 'insert', tg_table_name, coalesce(j ->> 'id', j ->> 'key'),
      private.redact_personal_data(tg_table_name, j)
    from (select to_jsonb(each) as j from new_rows as each) as added;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before)
    select actor, actor_address, 'delete', tg_table_name, coalesce(j ->> 'id', j ->> 'key'),
      private.redact_personal_data(tg_table_name, j)
    from (select to_jsonb(each) as j from old_rows as each) as removed;
  else
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before, after)
    select actor, actor_address, 'update', tg_table_name, row_key,
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, o.value)),
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, n.value))
    from (
      select coalesce(to_jsonb(each) ->> 'id', to_jsonb(each) ->> 'key') as row_key,
        to_jsonb(each) as j
      from old_rows as each
    ) as former
    join (
      select coalesce(to_jsonb(each) ->> 'id', to_jsonb(each) ->> 'key') as row_key,
        to_jsonb(each) as j
      from new_rows as each
    ) as latter using (row_key)
    cross join lateral jsonb_each(former.j) as o
    join lateral jsonb_each(latter.j) as n on n.key = o.key
    where o.value is distinct from n.value and o.key not in ('updated_at', 'view_count', 'buyable')
      -- The payment page that every order gets says nothing: of its reference the log holds nothing.
      and not (tg_table_name = 'orders' and o.value = 'null' and o.key ~ '_(session|order)_id$')
    group by row_key;
  end if;
  return null;
end
$$;

-- After an import, during which triggers rest.
create function private.rebuild_buyable() returns void
language sql set search_path = '' as $$
  update public.products set buyable = not sold_out and stock is distinct from 0
  where buyable is distinct from (not sold_out and stock is distinct from 0)
$$;

revoke execute on function private.rebuild_buyable() from public;
