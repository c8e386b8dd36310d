-- What stands on a product's label is part of its page and of what an editor may overwrite.
drop trigger touch_updated_at on public.products;
create trigger touch_updated_at
  before update of
    name, slug, description, price, weight_type, sold_out, initial_view_count, image_url,
    image_urls, image_alts, tags, seo_title, seo_description, seo_keywords, ingredients,
    directions, warnings, supplement_facts, proposition_65_warning
  on public.products
  for each row execute function private.touch_updated_at();

drop trigger announce_change on public.products;
create trigger announce_change
  after insert or delete or update of
    name, slug, description, price, weight_type, sold_out, initial_view_count, image_url,
    image_urls, image_alts, tags, seo_title, seo_description, seo_keywords, ingredients,
    directions, warnings, supplement_facts, proposition_65_warning
  on public.products
  for each row execute function private.announce_content_change();
