-- Addresses of the web are never shown as links or pictures with another scheme than http and https
-- (pictures also hold their own data). Nor are they stored: who wrote one past the forms learns it.
create function private.is_usable_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select address !~ '[[:cntrl:]]'
    and address !~* '^[[:space:]]*(?!https?:|data:image/)[a-z][a-z0-9+.-]*[[:space:]]*:'
$$;

create function private.are_usable_addresses(addresses text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(private.is_usable_address(address)), true)
  from unnest(addresses) as address
$$;

revoke execute on function private.is_usable_address(address text) from public;
revoke execute on function private.are_usable_addresses(addresses text[]) from public;
grant execute on function private.is_usable_address(address text) to anon, authenticated, service_role;
grant execute on function private.are_usable_addresses(addresses text[]) to anon, authenticated, service_role;

update public.partners set website_url = null where not private.is_usable_address(website_url);
update public.partners set logo_url = null where not private.is_usable_address(logo_url);
update public.testimonials set image_url = null where not private.is_usable_address(image_url);
update public.testimonials set media_url = null, media_type = 'none'
where not private.is_usable_address(media_url);
update public.blog_posts set featured_image_url = null
where not private.is_usable_address(featured_image_url);
update public.products set image_url = '/product.jpg' where not private.is_usable_address(image_url);
update public.products
set image_urls = array(
  select address from unnest(image_urls) with ordinality as image (address, place)
  where private.is_usable_address(address) order by place
)
where not private.are_usable_addresses(image_urls);

alter table public.partners
  add constraint partners_website_url_check check (private.is_usable_address(website_url)),
  add constraint partners_logo_url_check check (private.is_usable_address(logo_url));
alter table public.testimonials
  add constraint testimonials_image_url_check check (private.is_usable_address(image_url)),
  add constraint testimonials_media_url_check check (private.is_usable_address(media_url));
alter table public.blog_posts
  add constraint blog_posts_featured_image_url_check
    check (private.is_usable_address(featured_image_url));
alter table public.products
  add constraint products_image_url_check check (private.is_usable_address(image_url)),
  add constraint products_image_urls_check check (private.are_usable_addresses(image_urls));
