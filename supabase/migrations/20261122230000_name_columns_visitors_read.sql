-- A grant on a whole table makes every new column public on the day it is added. What anonymous
-- visitors may read is named column by column; a column without a grant is refused, not shown.
revoke select on public.products, public.blog_posts, public.testimonials, public.partners,
  public.site_settings, public.orders from anon;

grant select (
  id, name, slug, description, price, weight_type, sold_out, view_count, initial_view_count,
  image_url, image_urls, tags, seo_title, seo_description, seo_keywords, created_at,
  ingredients, directions, warnings, supplement_facts, proposition_65_warning, updated_at,
  image_alts
) on public.products to anon;

grant select (
  id, title, slug, excerpt, content, featured_image_url, published, published_at,
  author_name, seo_title, seo_description, seo_keywords, created_at, updated_at
) on public.blog_posts to anon;

grant select (
  id, name, title, content, image_url, rating, media_type, media_url, active, created_at,
  updated_at
) on public.testimonials to anon;

grant select (
  id, name, logo_url, website_url, description, active, created_at, updated_at
) on public.partners to anon;

grant select (key, value, updated_at) on public.site_settings to anon;

grant select (
  id, user_id, name, email, phone, address, order_items, total_amount, currency, status,
  payment_status, stripe_session_id, paypal_order_id, created_at, paid_at, updated_at
) on public.orders to anon;
