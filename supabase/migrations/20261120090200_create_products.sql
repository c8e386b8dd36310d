create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  -- Null where the owner gave none: the page is then reached by id.
  slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  description text not null default '' check (length(description) <= 20000),
  -- Bounded above too: NaN is greater than every number.
  price numeric(10, 2) not null check (price between 0 and 99999999.99),
  weight_type text not null default '30ml' check (weight_type in ('30ml', '30g')),
  sold_out boolean not null default false,
  view_count integer not null default 0 check (view_count >= 0),
  initial_view_count integer not null default 0 check (initial_view_count >= 0),
  image_url text not null default '/product.jpg',
  image_urls text[] not null default '{}',
  tags text[] not null default '{}',
  seo_title text,
  seo_description text,
  seo_keywords text,
  created_at timestamptz not null default now()
);
create index products_name_idx on public.products (name);
create index products_created_at_idx on public.products (created_at desc);

alter table public.products enable row level security;

grant select, update (view_count) on public.products to anon;
grant select, insert, update, delete on public.products to authenticated;
grant all on public.products to service_role;

create policy "Everybody reads the catalogue" on public.products
  for select to anon, authenticated using (true);
create policy "Admins add products" on public.products
  for insert to authenticated with check ((select private.is_admin()));
create policy "Admins delete products" on public.products
  for delete to authenticated using ((select private.is_admin()));
-- Which columns, and by how much, is decided by the trigger guard_product_update.
create policy "Admins edit products, visitors count views" on public.products
  for update to anon, authenticated using (true) with check (true);

create trigger announce_change
  after insert or delete or update of
    name, slug, description, price, weight_type, sold_out, initial_view_count, image_url,
    image_urls, tags, seo_title, seo_description, seo_keywords
  on public.products
  for each row execute function private.announce_content_change();
