-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

create table public.blog_posts (
  id uuid default gen_random_uuid() not null,
  title text not null,
  slug text not null,
  excerpt text,
  content text not null,
  featured_image_url text,
  published boolean default false not null,
  published_at timestamptz,
  author_name text default 'Admin' not null,
  seo_title text,
  seo_description text,
  seo_keywords text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  -- Of the featured image, as `pictures` has them.
  featured_image_alt text,
  featured_image_focus text,
  constraint blog_posts_content_check check (((btrim(content) <> '') and (length(content) <= 500000))),
  constraint blog_posts_featured_image_url_check
    check (private.is_usable_address(featured_image_url)),
  constraint blog_posts_slug_check check (((slug ~ '^[a-z0-9-]+$') and (length(slug) <= 300))),
  constraint blog_posts_title_check check (((btrim(title) <> '') and (length(title) <= 300))),
  constraint blog_posts_pkey primary key (id),
  constraint blog_posts_slug_key unique (slug)
);

create index blog_posts_published_idx on public.blog_posts (published_at desc) where published;

create table public.partners (
  id uuid default gen_random_uuid() not null,
  name text not null,
  logo_url text,
  website_url text,
  description text,
  active boolean default true not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint partners_website_url_check check (private.is_usable_address(website_url)),
  constraint partners_logo_url_check check (private.is_usable_address(logo_url)),
  constraint partners_name_check check ((btrim(name) <> '')),
  constraint partners_pkey primary key (id)
);

create index partners_active_idx on public.partners (created_at desc) where active;

create table public.testimonials (
  id uuid default gen_random_uuid() not null,
  name text not null,
  title text,
  content text not null,
  image_url text,
  rating integer default 5 not null,
  media_type text default 'none' not null,
  media_url text,
  active boolean default true not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint testimonials_content_check check ((btrim(content) <> '')),
  constraint testimonials_image_url_check check (private.is_usable_address(image_url)),
  constraint testimonials_media_url_check check (private.is_usable_address(media_url)),
  constraint testimonials_media_type_check check ((media_type in ('none', 'image', 'video'))),
  constraint testimonials_name_check check ((btrim(name) <> '')),
  constraint testimonials_rating_check check (((rating >= 1) and (rating <= 5))),
  constraint testimonials_pkey primary key (id)
);

create index testimonials_active_idx on public.testimonials (created_at desc) where active;

-- Search texts are filled in when a product is saved, with the shop's name in them: a shop that gets
-- another name would go on saying the old one to search engines.
create function public.rename_in_search_texts(former_name text, new_name text) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if coalesce(former_name, '') = '' or coalesce(new_name, '') = '' then
    return;
  end if;
  update public.products set
    seo_title = replace(seo_title, former_name, new_name),
    seo_description = replace(seo_description, former_name, new_name),
    seo_keywords = replace(seo_keywords, former_name, new_name)
  where position(former_name in concat_ws(' ', seo_title, seo_description, seo_keywords)) > 0;
  update public.blog_posts set
    seo_title = replace(seo_title, former_name, new_name),
    seo_description = replace(seo_description, former_name, new_name),
    seo_keywords = replace(seo_keywords, former_name, new_name)
  where position(former_name in concat_ws(' ', seo_title, seo_description, seo_keywords)) > 0;
end
$$;

create trigger admit_admins_only before insert on public.blog_posts
  for each row execute function private.require_admin();

create trigger notify_content_changed
  after insert or update or delete on public.blog_posts
  for each row execute function private.notify_content_changed();

create trigger notify_content_changed
  after insert or update or delete on public.partners
  for each row execute function private.notify_content_changed();

create trigger notify_content_changed
  after insert or update or delete on public.testimonials
  for each row execute function private.notify_content_changed();

create trigger keep_search_page
  after insert or delete on public.blog_posts
  for each row execute function private.keep_search_page('post');

create trigger keep_changed_search_page
  after update of id, title, excerpt, content, published, published_at on public.blog_posts
  for each row
  when ((old.id, old.title, old.excerpt, old.content, old.published, old.published_at)
    is distinct from (new.id, new.title, new.excerpt, new.content, new.published, new.published_at))
  execute function private.keep_search_page('post');

create trigger record_former_slug
  after insert or delete or update of slug on public.blog_posts
  for each row execute function private.record_former_slug('post');

create trigger record_delete after delete on public.blog_posts
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_delete after delete on public.partners
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_delete after delete on public.testimonials
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.blog_posts
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.partners
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.testimonials
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.blog_posts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.partners
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.testimonials
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.blog_posts
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at
  before update on public.partners
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at
  before update on public.testimonials
  for each row execute function private.touch_updated_at();

alter table public.blog_posts enable row level security;
alter table public.partners enable row level security;
alter table public.testimonials enable row level security;

create policy "Admins manage partners" on public.partners
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins manage posts" on public.blog_posts
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins manage testimonials" on public.testimonials
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Everyone reads active partners" on public.partners
  for select to anon, authenticated using (active);

create policy "Everyone reads active testimonials" on public.testimonials
  for select to anon, authenticated using (active);

create policy "Everyone reads published posts" on public.blog_posts
  for select to anon, authenticated
  using (published and (published_at is null or published_at <= now()));

grant all on table public.blog_posts to service_role;
grant select,insert,delete,update on table public.blog_posts to authenticated;
grant select(id) on table public.blog_posts to anon;
grant select(title) on table public.blog_posts to anon;
grant select(slug) on table public.blog_posts to anon;
grant select(excerpt) on table public.blog_posts to anon;
grant select(content) on table public.blog_posts to anon;
grant select(featured_image_url) on table public.blog_posts to anon;
grant select(published) on table public.blog_posts to anon;
grant select(published_at) on table public.blog_posts to anon;
grant select(author_name) on table public.blog_posts to anon;
grant select(seo_title) on table public.blog_posts to anon;
grant select(seo_description) on table public.blog_posts to anon;
grant select(seo_keywords) on table public.blog_posts to anon;
grant select(created_at) on table public.blog_posts to anon;
grant select(updated_at) on table public.blog_posts to anon;
grant select(featured_image_alt) on table public.blog_posts to anon;
grant select(featured_image_focus) on table public.blog_posts to anon;
grant all on table public.partners to service_role;
grant select,insert,delete,update on table public.partners to authenticated;
grant select(id) on table public.partners to anon;
grant select(name) on table public.partners to anon;
grant select(logo_url) on table public.partners to anon;
grant select(website_url) on table public.partners to anon;
grant select(description) on table public.partners to anon;
grant select(active) on table public.partners to anon;
grant select(created_at) on table public.partners to anon;
grant select(updated_at) on table public.partners to anon;
grant all on table public.testimonials to service_role;
grant select,insert,delete,update on table public.testimonials to authenticated;
grant select(id) on table public.testimonials to anon;
grant select(name) on table public.testimonials to anon;
grant select(title) on table public.testimonials to anon;
grant select(content) on table public.testimonials to anon;
grant select(image_url) on table public.testimonials to anon;
grant select(rating) on table public.testimonials to anon;
grant select(media_type) on table public.testimonials to anon;
grant select(media_url) on table public.testimonials to anon;
grant select(active) on table public.testimonials to anon;
grant select(created_at) on table public.testimonials to anon;
grant select(updated_at) on table public.testimonials to anon;

revoke execute on function public.rename_in_search_texts(text, text) from public;
grant execute on function public.rename_in_search_texts(text, text) to authenticated, service_role;
