-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- "order 1a2b3c4d" means the order of that number.
create function private.order_words(words text[]) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(word) filter (where lower(word) not in ('order', 'orders')), words)
  from unnest(words) as word
$$;

-- Immutable, so that an index may hold it: the dictionary is named, and nobody changes it.
create function private.plain(text text) returns text
language plpgsql immutable parallel safe strict set search_path = '' as $$
begin
  return extensions.unaccent('extensions.unaccent'::regdictionary, text);
end
$$;

-- The admin area's searches -----------------------------------------------------------------------
create function private.searched_text(list text) returns text
language sql immutable set search_path = '' as $$
  select 'private.plain' || case list
    when 'orders' then $e$(name || ' ' || email || ' ' || id::text)$e$
    when 'products' then $e$(name || ' ' || coalesce(slug, ''))$e$
    when 'customers' then $e$(name || ' ' || email)$e$
    when 'contacts' then $e$(name || ' ' || email || ' ' || phone || ' ' || message)$e$
    when 'testimonials' then $e$(name || ' ' || content)$e$
    when 'partners' then $e$(name || ' ' || coalesce(description, ''))$e$
    when 'blog_posts' then $e$(title || ' ' || slug || ' ' || author_name)$e$
    when 'validity_codes' then $e$(code || ' ' || product_name)$e$
    when 'audit_log' then $e$(table_name || ' ' || row_id || ' ' || coalesce(actor_email, ''))$e$
    when 'failed_mails' then
      $e$(recipient || ' ' || subject || ' ' || coalesce(last_error, ''))$e$
    when 'batches' then $e$(code || ' ' || coalesce(note, ''))$e$
    when 'code_alerts' then $e$(kind || ' ' || coalesce(note, ''))$e$
    when 'code_reports' then $e$(message || ' ' || coalesce(bought_at, ''))$e$
    when 'recalls' then $e$(reason || ' ' || instructions)$e$
    when 'picture_library' then $e$(title || ' ' || alt || ' ' || name || ' ' || used_in)$e$
    when 'product_validity_view' then $e$(code || ' ' || product_name)$e$
  end
$$;

-- Without accents and the punctuation around each word; marks alone count only by themselves.
create function private.typed_words(search text) returns text[]
language sql immutable set search_path = '' as $$
  with typed as (
    select
      word, place,
      regexp_replace(word, '^[#,.;:!?()"'']+|[#,.;:!?()"'']+$', '', 'g') as bare
    from regexp_split_to_table(btrim(private.plain(search), E' \t\r\n'), '\s+')
      with ordinality as split (word, place)
    where word <> ''
    limit 12
  )
  select coalesce(
    array_agg(bare order by place) filter (where bare !~ '^[!-/:-@[-`{-~]*$'),
    array_agg(word order by place),
    '{}'
  )
  from typed
$$;

-- Trigrams know no words of one or two letters, so those are compared row by row. In the collation
-- "C" that takes half the time, and for ASCII it finds the same. Every word is a literal: a plan
-- made with the words at hand, and an index met once for all of them.
create function private.words_condition(searched text, words text[]) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(
    format(
      case
        when word !~ '[[:alnum:]]{3}' and word ~ '^[ -~]*$' then '(%s) collate "C" ilike %L'
        else '%s ilike %L'
      end,
      searched,
      '%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    ),
    ' and '
  ), 'true')
  from unnest(words) as word
$$;

-- Whether an index on trigrams can find any of these words: it knows none of one or two letters.
create function private.has_trigrams(words text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_or(word ~ '[[:alnum:]]{3}'), false) from unnest(words) as word
$$;

revoke execute on function private.has_trigrams(words text[]) from public;
revoke execute on function private.order_words(words text[]) from public;
revoke execute on function private.plain(text text) from public;
grant execute on function private.plain(text text) to anon, authenticated, service_role;
revoke execute on function private.searched_text(list text) from public;
revoke execute on function private.typed_words(search text) from public;
revoke execute on function private.words_condition(searched text, words text[]) from public;
