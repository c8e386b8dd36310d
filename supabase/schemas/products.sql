-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").
-- Visitors may read a new column only once it is granted, at the end of this file.

create table public.products (
  id uuid default gen_random_uuid() not null,
  name text not null,
  slug text,
  description text default '' not null,
  price numeric(10,2) not null,
  weight_type text default '30ml' not null,
  sold_out boolean default false not null,
  view_count integer default 0 not null,
  initial_view_count integer default 0 not null,
  image_url text default '/product.jpg' not null,
  image_urls text[] default '{}'::text[] not null,
  tags text[] default '{}'::text[] not null,
  seo_title text,
  seo_description text,
  seo_keywords text,
  created_at timestamptz default now() not null,
  ingredients text,
  directions text,
  warnings text,
  supplement_facts jsonb,
  proposition_65_warning text,
  updated_at timestamptz default now() not null,
  image_alts jsonb default '{}'::jsonb not null,
  stock integer,
  buyable boolean default true not null,
  compare_at_price numeric(10,2),
  tax_class text default 'standard' not null,
  -- Of `image_url`, as `pictures` has it.
  image_focus text,
  published boolean default true not null,
  constraint products_compare_at_price_check
    check (compare_at_price >= 0 and compare_at_price <= 99999999.99),
  constraint products_tax_class_check check (tax_class in ('standard', 'reduced', 'exempt')),
  constraint products_description_check check ((length(description) <= 20000)),
  constraint products_directions_check check ((length(directions) <= 5000)),
  constraint products_image_alts_check check ((jsonb_typeof(image_alts) = 'object')),
  constraint products_image_url_check check (private.is_usable_address(image_url)),
  constraint products_image_urls_check check (private.are_usable_addresses(image_urls)),
  constraint products_ingredients_check check ((length(ingredients) <= 5000)),
  constraint products_initial_view_count_check check ((initial_view_count >= 0)),
  constraint products_name_check check (((btrim(name) <> '') and (length(name) <= 200))),
  constraint products_price_check check (((price >= (0)::numeric) and (price <= 99999999.99))),
  constraint products_proposition_65_warning_check check ((length(proposition_65_warning) <= 2000)),
  constraint products_slug_check check (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$') and (length(slug) <= 200))),
  constraint products_stock_check check ((stock >= 0)),
  constraint products_supplement_facts_check check ((jsonb_typeof(supplement_facts) = 'object')),
  constraint products_view_count_check check ((view_count >= 0)),
  constraint products_warnings_check check ((length(warnings) <= 5000)),
  constraint products_weight_type_check check ((weight_type in ('30ml', '30g'))),
  constraint products_pkey primary key (id),
  constraint products_slug_key unique (slug)
);

create index products_created_at_idx on public.products (created_at desc);

create index products_name_idx on public.products (name);

create index products_related_idx on public.products (buyable desc, name, id);

create index products_search_idx on public.products
  using gin (private.plain(name || ' ' || coalesce(slug, '')) extensions.gin_trgm_ops);

create index products_sold_out_idx on public.products (sold_out, created_at desc);

create index products_stock_idx on public.products (stock) where stock is not null;

create index products_tags_idx on public.products using gin (tags)
  with (fastupdate = off) where buyable;

create index products_unbuyable_tags_idx on public.products using gin (tags)
  with (fastupdate = off) where not buyable;

-- True for one product a transaction. Asked before a row is locked: whoever updates them all would keep
-- checkouts waiting, and by another order of locks end them.
create function private.is_product_viewed(product uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  viewed text := nullif(current_setting('shop.product_viewed', true), '');
begin
  if viewed is null then
    perform set_config('shop.product_viewed', product::text, true);
    return true;
  end if;
  return viewed = product::text;
end
$$;

-- Visitors may raise view_count by exactly one, of one product at a time; any other count changes
-- nothing, any other column is refused. Runs as the caller, so current_user is the API's role.
create function private.guard_product_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') or private.is_admin() then
    return new;
  end if;
  if to_jsonb(new) - 'view_count' is distinct from to_jsonb(old) - 'view_count' then
    raise insufficient_privilege using message = 'permission denied for table products';
  end if;
  if new.view_count is distinct from old.view_count + 1
    or nullif(current_setting('shop.view_counted', true), '') is not null then
    return null;
  end if;
  perform set_config('shop.view_counted', old.id::text, true);
  if private.record_product_view(old.id) then
    return new;
  end if;
  return null;
end
$$;

-- After an import, during which triggers rest.
create function private.rebuild_buyable() returns void
language sql set search_path = '' as $$
  update public.products set buyable = published and not sold_out and stock is distinct from 0
  where buyable is distinct from (published and not sold_out and stock is distinct from 0)
$$;

create function private.set_buyable() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.buyable := new.published and not new.sold_out and new.stock is distinct from 0;
  return new;
end
$$;

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

-- What goes with a product, for its page: up to three others that share the most tags; those that
-- can be bought come first. Read as a relation of products, with its caller's rights.
-- Of a large catalog it compares some hundreds: those with all its tags or else all but one, or else
-- some with each tag, and the first by name. In PL/pgSQL, since a function in SQL would be planned
-- anew for every page.
create function public.related_products(product public.products)
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

-- Sales neither date a product's content nor make its pages anew, except where they say how many
-- are left.
create function private.shows_stock(before integer, after integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select before is distinct from after
    and (before is null or after is null or least(before, after) <= private.low_stock())
$$;

create trigger notify_content_changed
  after insert or delete on public.products
  for each row execute function private.notify_content_changed();

create trigger notify_content_updated
  after update on public.products
  for each row
  when (
    to_jsonb(new) - '{view_count,stock}'::text[]
      is distinct from to_jsonb(old) - '{view_count,stock}'::text[]
    or private.shows_stock(old.stock, new.stock)
  )
  execute function private.notify_content_changed();

create trigger set_buyable
  before insert or update of published, sold_out, stock, buyable on public.products
  for each row execute function private.set_buyable();

create trigger record_stock after insert or update of stock on public.products
  for each row execute function private.record_stock();

create trigger admit_admins_only before insert on public.products
  for each row execute function private.require_admin();

create trigger guard_product_update
  before update on public.products
  for each row execute function private.guard_product_update();

create trigger keep_search_page
  after insert or delete on public.products
  for each row execute function private.keep_search_page('product');

create trigger keep_changed_search_page
  after update of id, name, tags, description, published on public.products
  for each row
  when ((old.id, old.name, old.tags, old.description, old.published)
    is distinct from (new.id, new.name, new.tags, new.description, new.published))
  execute function private.keep_search_page('product');

create trigger record_former_slug
  after insert or delete or update of slug on public.products
  for each row execute function private.record_former_slug('product');

create trigger record_delete after delete on public.products
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.products
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.products
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.products
  for each row
  when (
    to_jsonb(new) - '{view_count,stock,buyable}'::text[]
      is distinct from to_jsonb(old) - '{view_count,stock,buyable}'::text[]
  )
  execute function private.touch_updated_at();

alter table public.products enable row level security;

create policy "Admins add products" on public.products
  for insert to authenticated with check ((select private.is_admin()));

create policy "Admins delete products" on public.products
  for delete to authenticated using ((select private.is_admin()));

-- Which columns, and by how much, is decided by the trigger guard_product_update.
create policy "Admins edit products, visitors count views" on public.products
  for update to anon, authenticated
  using (
    case when (select private.is_admin()) then true
      when published then private.is_product_viewed(id) else false end
  ) with check (true);

create policy "Admins read drafts of products" on public.products
  for select to authenticated using ((select private.is_admin()));

create policy "Everyone reads the catalog" on public.products
  for select to anon, authenticated using (published);

revoke execute on function private.guard_product_update() from public;
revoke execute on function private.is_product_viewed(uuid) from public;
grant execute on function private.is_product_viewed(uuid) to anon, authenticated, service_role;
revoke execute on function private.low_stock() from public;
revoke execute on function private.record_stock() from public;
revoke execute on function private.set_buyable() from public;
revoke execute on function private.rebuild_buyable() from public;
revoke execute on function private.shows_stock(integer, integer) from public;
grant execute on function private.shows_stock(integer, integer) to anon, authenticated, service_role;
grant all on table public.products to service_role;
grant select,insert,delete,update on table public.products to authenticated;
grant select(id) on table public.products to anon;
grant select(name) on table public.products to anon;
grant select(slug) on table public.products to anon;
grant select(description) on table public.products to anon;
grant select(price) on table public.products to anon;
grant select(weight_type) on table public.products to anon;
grant select(sold_out) on table public.products to anon;
grant select(stock) on table public.products to anon;
grant select(buyable) on table public.products to anon;
grant select(compare_at_price) on table public.products to anon;
grant select(tax_class) on table public.products to anon;
grant select(published) on table public.products to anon;
grant select(view_count),update(view_count) on table public.products to anon;
grant select(initial_view_count) on table public.products to anon;
grant select(image_url) on table public.products to anon;
grant select(image_urls) on table public.products to anon;
grant select(tags) on table public.products to anon;
grant select(seo_title) on table public.products to anon;
grant select(seo_description) on table public.products to anon;
grant select(seo_keywords) on table public.products to anon;
grant select(created_at) on table public.products to anon;
grant select(ingredients) on table public.products to anon;
grant select(directions) on table public.products to anon;
grant select(warnings) on table public.products to anon;
grant select(supplement_facts) on table public.products to anon;
grant select(proposition_65_warning) on table public.products to anon;
grant select(updated_at) on table public.products to anon;
grant select(image_alts) on table public.products to anon;
grant select(image_focus) on table public.products to anon;
revoke execute on function public.product_tags() from public;
grant execute on function public.product_tags() to anon, authenticated, service_role;
revoke execute on function public.related_products(product public.products) from public;
grant execute on function public.related_products(product public.products) to anon, authenticated, service_role;
