-- A product that is not published is a draft: administrators alone see it, and nobody can buy it.

alter table public.products add column published boolean not null default true;
grant select (published) on public.products to anon;

alter policy "Everyone reads the catalog" on public.products using (published);
create policy "Admins read drafts of products" on public.products
  for select to authenticated using ((select private.is_admin()));
alter policy "Admins edit products, visitors count views" on public.products
  using (published or (select private.is_admin()));

create or replace function private.set_buyable() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.buyable := new.published and not new.sold_out and new.stock is distinct from 0;
  return new;
end
$$;

create or replace function private.rebuild_buyable() returns void
language sql set search_path = '' as $$
  update public.products set buyable = published and not sold_out and stock is distinct from 0
  where buyable is distinct from (published and not sold_out and stock is distinct from 0)
$$;

drop trigger set_buyable on public.products;
create trigger set_buyable
  before insert or update of published, sold_out, stock, buyable on public.products
  for each row execute function private.set_buyable();

-- Trigger argument: the kind.
create or replace function private.keep_search_page() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  page_kind constant text := tg_argv[0];
  page private.search_pages;
begin
  if tg_op <> 'INSERT' then
    delete from private.search_pages where kind = page_kind and id = old.id;
  end if;
  if tg_op = 'DELETE' or not new.published then
    return null;
  end if;
  if page_kind = 'product' then
    page := private.search_page(
      'product', new.id, new.name, array_to_string(new.tags, ' '), new.description
    );
  elsif new.published_at is null or new.published_at <= now() then
    page := private.search_page('post', new.id, new.title, new.excerpt, new.content);
  else
    return null;
  end if;
  insert into private.search_pages values (page.*);
  insert into private.search_words
    select word from private.words_to_spell(page.title) as word
    on conflict do nothing;
  return null;
end
$$;

create or replace function private.rebuild_search() returns void
language sql set search_path = '' as $$
  delete from private.search_pages;
  delete from private.search_words;
  insert into private.search_pages
    select page.*
    from public.products as product, private.search_page(
      'product', product.id, product.name, array_to_string(product.tags, ' '), product.description
    ) as page
    where product.published;
  insert into private.search_pages
    select page.*
    from public.blog_posts as post, private.search_page(
      'post', post.id, post.title, post.excerpt, post.content
    ) as page
    where post.published and (post.published_at is null or post.published_at <= now());
  insert into private.search_words
    select distinct word
    from private.search_pages as page, private.words_to_spell(page.title) as word;
$$;

drop trigger keep_changed_search_page on public.products;
create trigger keep_changed_search_page
  after update of id, name, tags, description, published on public.products
  for each row
  when ((old.id, old.name, old.tags, old.description, old.published)
    is distinct from (new.id, new.name, new.tags, new.description, new.published))
  execute function private.keep_search_page('product');

create or replace function public.former_address(page_kind text, former text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when history.target is null then ''
    when history.kind = 'product' then (
      select coalesce(product.slug, product.id::text)
      from public.products as product where product.id = history.target and product.published
    )
    else (
      select post.slug from public.blog_posts as post
      where post.id = history.target
        and post.published and (post.published_at is null or post.published_at <= now())
    )
  end
  from private.former_slugs as history
  where history.kind = page_kind and history.slug = former
$$;
