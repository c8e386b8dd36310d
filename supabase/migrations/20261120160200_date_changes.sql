-- When a row was last saved: an editor who loaded an older version is told so instead of
-- overwriting what somebody else saved meanwhile.
alter table public.products add column updated_at timestamptz not null default now();
alter table public.blog_posts add column updated_at timestamptz not null default now();
alter table public.testimonials add column updated_at timestamptz not null default now();
alter table public.partners add column updated_at timestamptz not null default now();
alter table public.orders add column updated_at timestamptz not null default now();

-- Counting a view is no edit.
create trigger touch_updated_at
  before update of
    name, slug, description, price, weight_type, sold_out, initial_view_count, image_url,
    image_urls, tags, seo_title, seo_description, seo_keywords
  on public.products
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at
  before update on public.blog_posts
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at
  before update on public.testimonials
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at
  before update on public.partners
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at
  before update on public.orders
  for each row execute function private.touch_updated_at();
