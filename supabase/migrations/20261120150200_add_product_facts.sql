-- What stands on the label, as text that everybody can read: fields beyond the specification.
alter table public.products
  add column ingredients text check (length(ingredients) <= 5000),
  add column directions text check (length(directions) <= 5000),
  add column warnings text check (length(warnings) <= 5000),
  -- {serving_size, servings, rows: [{name, amount, daily_value}], notes}; see domain/supplement-facts.ts.
  add column supplement_facts jsonb check (jsonb_typeof(supplement_facts) = 'object'),
  -- California's warning, only where the owner sets one.
  add column proposition_65_warning text check (length(proposition_65_warning) <= 2000);

drop trigger announce_change on public.products;
create trigger announce_change
  after insert or delete or update of
    name, slug, description, price, weight_type, sold_out, initial_view_count, image_url,
    image_urls, tags, seo_title, seo_description, seo_keywords, ingredients, directions, warnings,
    supplement_facts, proposition_65_warning
  on public.products
  for each row execute function private.announce_content_change();
