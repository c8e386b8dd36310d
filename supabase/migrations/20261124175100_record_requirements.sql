-- Laboratory requirements decide what is released: the change log says who changed them. They stay with their
-- product, so that every change has one row to be told of.

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
    select actor, actor_address, 'insert', tg_table_name, coalesce(j ->> 'id', j ->> 'key', j ->> 'product_id'),
      private.redact_personal_data(tg_table_name, j)
    from (select to_jsonb(each) as j from new_rows as each) as added;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before)
    select actor, actor_address, 'delete', tg_table_name, coalesce(j ->> 'id', j ->> 'key', j ->> 'product_id'),
      private.redact_personal_data(tg_table_name, j)
    from (select to_jsonb(each) as j from old_rows as each) as removed;
  else
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before, after)
    select actor, actor_address, 'update', tg_table_name, row_key,
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, o.value)),
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, n.value))
    from (
      select coalesce(j ->> 'id', j ->> 'key', j ->> 'product_id') as row_key, j
      from (select to_jsonb(each) as j from old_rows as each) as rows
    ) as former
    join (
      select coalesce(j ->> 'id', j ->> 'key', j ->> 'product_id') as row_key, j
      from (select to_jsonb(each) as j from new_rows as each) as rows
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

create trigger record_delete after delete on public.product_requirements
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.product_requirements
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.product_requirements
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

revoke update on table public.product_requirements from authenticated;
grant update (analytes, daily_dose_grams, stricter_limits, gtin) on table public.product_requirements
  to authenticated;
