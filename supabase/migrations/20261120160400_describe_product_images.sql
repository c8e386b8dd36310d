-- What a picture shows, by its address: {"/media/jar-1200.webp": "An open jar beside a spoon"}.
alter table public.products add column image_alts jsonb not null default '{}'
  check (jsonb_typeof(image_alts) = 'object');

drop trigger touch_updated_at on public.products;
create trigger touch_updated_at
  before update of
    name, slug, description, price, weight_type, sold_out, initial_view_count, image_url,
    image_urls, image_alts, tags, seo_title, seo_description, seo_keywords
  on public.products
  for each row execute function private.touch_updated_at();

drop trigger announce_change on public.products;
create trigger announce_change
  after insert or delete or update of
    name, slug, description, price, weight_type, sold_out, initial_view_count, image_url,
    image_urls, image_alts, tags, seo_title, seo_description, seo_keywords
  on public.products
  for each row execute function private.announce_content_change();
