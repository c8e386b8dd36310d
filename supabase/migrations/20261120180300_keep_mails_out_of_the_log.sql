-- As before, and: of a mail the log holds what became of it, never to whom it went or what it said,
-- which may be a link that opens something.
create or replace function private.without_person(table_name text, content jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when hidden is null then content else (
    select jsonb_object_agg(
      key,
      case when key = any (hidden) and value <> 'null' then '"…"'::jsonb else value end
    )
    from jsonb_each(content)
  ) end
  from (
    select case table_name
      when 'orders' then array[
        'name', 'email', 'phone', 'address', 'stripe_session_id', 'paypal_order_id'
      ]
      when 'contacts' then array['name', 'email', 'phone', 'message']
      when 'admin_invitations' then array['token_hash']
      when 'email_outbox' then array['dedupe_key', 'recipient', 'subject', 'html', 'text']
    end as hidden
  ) as rule
$$;
