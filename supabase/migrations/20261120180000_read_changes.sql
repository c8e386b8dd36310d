-- The log of changes as a list that people read: newest first, of a table or of a person.
drop index public.audit_log_created_at_idx;
create index audit_log_newest_idx on public.audit_log (created_at desc, id desc);
create index audit_log_table_idx on public.audit_log (table_name, created_at desc, id desc);
create index audit_log_person_idx on public.audit_log (actor_email, created_at desc, id desc);

-- The expression is that of private.searched_text. A server without the module searches without an
-- index.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create index audit_log_search_idx on public.audit_log
      using gin (
        (table_name || ' ' || row_id || ' ' || coalesce(actor_email, '')) extensions.gin_trgm_ops
      );
  end if;
end
$$;

-- Whose changes the log holds. Walks the index from one person to the next, so it takes as many
-- steps as there are people. Raises insufficient_privilege for anybody but an admin.
create function public.admin_log_people() returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  person text := '';
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  loop
    select actor_email into person from public.audit_log
      where actor_email > person order by actor_email limit 1;
    exit when person is null;
    return next person;
  end loop;
end
$$;
revoke execute on function public.admin_log_people() from public, anon;
grant execute on function public.admin_log_people() to authenticated, service_role;

-- As before, and: what opens something is not repeated either. An order opens by its session id.
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
    end as hidden
  ) as rule
$$;
