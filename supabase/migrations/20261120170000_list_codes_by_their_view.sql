-- Codes are listed through their view (specification §7); the index is that of the table beneath.
create or replace function private.searched_text(list text) returns text
language sql immutable set search_path = '' as $$
  select case list
    when 'orders' then $e$(name || ' ' || email || ' ' || id::text)$e$
    when 'products' then $e$(name || ' ' || coalesce(slug, ''))$e$
    when 'contacts' then $e$(name || ' ' || email || ' ' || phone || ' ' || message)$e$
    when 'testimonials' then $e$(name || ' ' || content)$e$
    when 'partners' then $e$(name || ' ' || coalesce(description, ''))$e$
    when 'blog_posts' then $e$(title || ' ' || slug || ' ' || author_name)$e$
    when 'validity_codes' then $e$(code || ' ' || product_name)$e$
    when 'audit_log' then $e$(table_name || ' ' || row_id || ' ' || coalesce(actor_email, ''))$e$
    when 'product_validity_view' then $e$(code || ' ' || product_name)$e$
  end
$$;
