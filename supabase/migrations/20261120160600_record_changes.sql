-- Who changed what, when: every change that an administrator makes, and every change of an order
-- whoever makes it. Written by triggers alone; nobody may alter or remove a line.
create table public.audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- Null: the shop itself, such as a payment that arrived. No foreign key, and the address is
  -- kept: the line outlives the account.
  actor_id uuid,
  actor_email text,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id text not null,
  -- Of an update only what changed. What is personal to a customer stands as '…', so that deleting
  -- a message does delete it.
  before jsonb,
  after jsonb
);
create index audit_log_created_at_idx on public.audit_log (created_at desc);
create index audit_log_row_idx on public.audit_log (table_name, row_id, created_at desc);

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to service_role;
create policy "Admins read the log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

create function private.without_person(table_name text, content jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when table_name in ('orders', 'contacts') then (
    select jsonb_object_agg(
      key,
      case when key in ('name', 'email', 'phone', 'address', 'message')
        then '"…"'::jsonb else value end
    )
    from jsonb_each(content)
  ) else content end
$$;
revoke execute on function private.without_person(text, jsonb) from public;

-- Server functions that act for an administrator name them: set_config('shop.actor', <id>, true).
-- With the argument 'always' changes of the shop itself are recorded too.
create function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor uuid := coalesce(nullif(current_setting('shop.actor', true), '')::uuid, auth.uid());
  actor_address text;
begin
  if actor is null and tg_argv[0] is distinct from 'always' then
    return null;
  end if;
  select email into actor_address from auth.users where id = actor;
  if tg_op = 'INSERT' then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, after)
    select actor, actor_address, 'insert', tg_table_name, coalesce(j ->> 'id', j ->> 'key'),
      private.without_person(tg_table_name, j)
    from (select to_jsonb(each) as j from new_rows as each) as added;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before)
    select actor, actor_address, 'delete', tg_table_name, coalesce(j ->> 'id', j ->> 'key'),
      private.without_person(tg_table_name, j)
    from (select to_jsonb(each) as j from old_rows as each) as removed;
  else
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before, after)
    select actor, actor_address, 'update', tg_table_name, row_key,
      private.without_person(tg_table_name, jsonb_object_agg(o.key, o.value)),
      private.without_person(tg_table_name, jsonb_object_agg(o.key, n.value))
    from (
      select coalesce(to_jsonb(each) ->> 'id', to_jsonb(each) ->> 'key') as row_key,
        to_jsonb(each) as j
      from old_rows as each
    ) as former
    join (
      select coalesce(to_jsonb(each) ->> 'id', to_jsonb(each) ->> 'key') as row_key,
        to_jsonb(each) as j
      from new_rows as each
    ) as latter using (row_key)
    cross join lateral jsonb_each(former.j) as o
    join lateral jsonb_each(latter.j) as n on n.key = o.key
    where o.value is distinct from n.value and o.key not in ('updated_at', 'view_count')
    group by row_key;
  end if;
  return null;
end
$$;
revoke execute on function private.record_change() from public;

do $$
declare
  recorded text;
begin
  foreach recorded in array array[
    'products', 'blog_posts', 'testimonials', 'partners', 'validity_codes', 'site_settings'
  ] loop
    execute format(
      'create trigger record_insert after insert on public.%I
        referencing new table as new_rows
        for each statement execute function private.record_change()', recorded);
  end loop;
  foreach recorded in array array[
    'products', 'blog_posts', 'testimonials', 'partners', 'validity_codes', 'site_settings',
    'contacts'
  ] loop
    execute format(
      'create trigger record_update after update on public.%I
        referencing old table as old_rows new table as new_rows
        for each statement execute function private.record_change()', recorded);
    execute format(
      'create trigger record_delete after delete on public.%I
        referencing old table as old_rows
        for each statement execute function private.record_change()', recorded);
  end loop;
end
$$;
-- Written by the server's functions on behalf of an admin.
create trigger record_insert after insert on public.refunds
  referencing new table as new_rows
  for each statement execute function private.record_change();
create trigger record_insert after insert on public.shipments
  referencing new table as new_rows
  for each statement execute function private.record_change();
create trigger record_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change('always');

-- The log is a list of the admin area too.
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
  end
$$;
