-- A change of an order is written down with each payment: comparing the two rows by their keys took a third of the
-- time of the update.

-- Server functions that act for an admin name them: set_config('shop.actor', <id>, true). With the
-- argument 'always' changes of the shop itself are recorded too.
create or replace function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor uuid := coalesce(nullif(current_setting('shop.actor', true), '')::uuid, auth.uid());
  actor_address text;
begin
  if actor is null and tg_argv[0] is distinct from 'always' then
    return null;
  end if;
  if actor is not null then
    select email into actor_address from auth.users where id = actor;
  end if;
  if tg_op = 'INSERT' then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, after)
    select actor, actor_address, 'insert', tg_table_name, coalesce(j ->> 'id', j ->> 'key'),
      private.redact_personal_data(tg_table_name, j)
    from (select to_jsonb(each) as j from new_rows as each) as added;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before)
    select actor, actor_address, 'delete', tg_table_name, coalesce(j ->> 'id', j ->> 'key'),
      private.redact_personal_data(tg_table_name, j)
    from (select to_jsonb(each) as j from old_rows as each) as removed;
  else
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before, after)
    select actor, actor_address, 'update', tg_table_name, row_key,
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, o.value)),
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, n.value))
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
    cross join lateral (select latter.j -> o.key as value) as n
    where o.value is distinct from n.value and o.key not in ('updated_at', 'view_count', 'buyable')
      -- The payment page that every order gets says nothing: of its reference the log holds nothing.
      and not (tg_table_name = 'orders' and o.value = 'null' and o.key ~ '_(session|order)_id$')
    group by row_key;
  end if;
  return null;
end
$$;
