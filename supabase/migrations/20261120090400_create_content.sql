create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (btrim(title) <> '' and length(title) <= 300),
  -- Looser than a product's: the specified rule for posts may leave runs of hyphens.
  slug text not null unique check (slug ~ '^[a-z0-9-]+$' and length(slug) <= 300),
  excerpt text,
  content text not null check (btrim(content) <> '' and length(content) <= 500000),
  featured_image_url text,
  published boolean not null default false,
  published_at timestamptz,
  author_name text not null default 'Admin',
  seo_title text,
  seo_description text,
  seo_keywords text,
  created_at timestamptz not null default now()
);
create index blog_posts_published_idx on public.blog_posts (published_at desc) where published;

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> ''),
  title text,
  content text not null check (btrim(content) <> ''),
  image_url text,
  rating integer not null default 5 check (rating between 1 and 5),
  media_type text not null default 'none' check (media_type in ('none', 'image', 'video')),
  media_url text,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create index testimonials_active_idx on public.testimonials (created_at desc) where active;

create table public.partners (
  id uuid primary key default gen_random_uuid(),
  name text not null check (btrim(name) <> ''),
  logo_url text,
  website_url text,
  description text,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create index partners_active_idx on public.partners (created_at desc) where active;

-- What the owner changes about the shop without touching code; absent keys keep the site file's
-- defaults.
create table public.site_settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_]*$'),
  value jsonb not null,
  updated_at timestamptz not null default now()
);
create trigger touch_updated_at
  before update on public.site_settings
  for each row execute function private.touch_updated_at();

alter table public.blog_posts enable row level security;
alter table public.testimonials enable row level security;
alter table public.partners enable row level security;
alter table public.site_settings enable row level security;

grant select on public.blog_posts, public.testimonials, public.partners, public.site_settings
  to anon;
grant select, insert, update, delete
  on public.blog_posts, public.testimonials, public.partners, public.site_settings
  to authenticated;
grant all on public.blog_posts, public.testimonials, public.partners, public.site_settings
  to service_role;

create policy "Everybody reads published posts" on public.blog_posts
  for select to anon, authenticated using (published);
create policy "Everybody reads active testimonials" on public.testimonials
  for select to anon, authenticated using (active);
create policy "Everybody reads active partners" on public.partners
  for select to anon, authenticated using (active);
create policy "Everybody reads the shop's facts" on public.site_settings
  for select to anon, authenticated using (true);

create policy "Admins manage posts" on public.blog_posts
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Admins manage testimonials" on public.testimonials
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Admins manage partners" on public.partners
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));
create policy "Admins manage the shop's facts" on public.site_settings
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create trigger announce_change
  after insert or update or delete on public.blog_posts
  for each row execute function private.announce_content_change();
create trigger announce_change
  after insert or update or delete on public.testimonials
  for each row execute function private.announce_content_change();
create trigger announce_change
  after insert or update or delete on public.partners
  for each row execute function private.announce_content_change();
create trigger announce_change
  after insert or update or delete on public.site_settings
  for each row execute function private.announce_content_change();
