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

revoke execute on function public.rename_in_search_texts(text, text) from public;
grant execute on function public.rename_in_search_texts(text, text) to authenticated, service_role;
