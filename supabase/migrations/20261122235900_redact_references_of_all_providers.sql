-- The log named the two columns that existed; the reference of another provider would have stood in it.
create or replace function private.redact_personal_data(table_name text, content jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when hidden is null then content else (
    select jsonb_object_agg(
      key,
      case
        when value <> 'null' and (
          key = any (hidden) or table_name = 'orders' and key ~ '_(session|order)_id$'
        ) then '"…"'::jsonb
        else value
      end
    )
    from jsonb_each(content)
  ) end
  from (
    select case table_name
      when 'orders' then array['name', 'email', 'phone', 'address']
      when 'contacts' then array['name', 'email', 'phone', 'message']
      when 'admin_invitations' then array['token_hash']
      when 'email_outbox' then array['dedupe_key', 'recipient', 'subject', 'html', 'text']
    end as hidden
  ) as rule
$$;
