-- What every purchase sets off takes less time. A function in SQL is parsed and planned again for each statement
-- that calls it; one in PL/pgSQL keeps its plan. So does a statement whose plan would be no better for knowing its
-- values: an array of unknown length made some that were planned each time.

create or replace function private.plain(text text) returns text
language plpgsql immutable parallel safe strict set search_path = '' as $$
begin
  return extensions.unaccent('extensions.unaccent'::regdictionary, text);
end
$$;

create or replace function private.quarter_of(moment timestamptz) returns timestamptz
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return date_bin('15 minutes', moment, '2000-01-01 00:00+00');
end
$$;

create or replace function private.redact_personal_data(table_name text, content jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  hidden constant text[] := case table_name
    when 'orders' then array['name', 'email', 'phone', 'address', 'ship_postal_code']
    when 'contacts' then array['name', 'email', 'phone', 'message']
    when 'notes' then array['email', 'body', 'author_email']
    when 'admin_invitations' then array['token_hash']
    when 'email_outbox' then array['dedupe_key', 'recipient', 'subject', 'html', 'text']
  end;
begin
  if hidden is null then
    return content;
  end if;
  return (
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
  );
end
$$;

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
    -- Materialized: a row would become JSON once for each of its columns.
    with former as materialized (
      select to_jsonb(each) as j from old_rows as each
    ),
    latter as materialized (
      select to_jsonb(each) as j from new_rows as each
    )
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before, after)
    select actor, actor_address, 'update', tg_table_name, row_key,
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, o.value)),
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, n.value))
    from (
      select coalesce(j ->> 'id', j ->> 'key', j ->> 'product_id') as row_key, j from former
    ) as former
    join (
      select coalesce(j ->> 'id', j ->> 'key', j ->> 'product_id') as row_key, j from latter
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

create or replace function private.mark_stale_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(moment.at)
  from (
    select unnest(array[old.created_at, old.paid_at, new.created_at, new.paid_at]) as at
    union all
    select refund.created_at from public.refunds as refund where refund.order_id in (old.id, new.id)
    union all
    select dispute.updated_at from public.disputes as dispute
    where dispute.order_id in (old.id, new.id)
  ) as moment
  where moment.at is not null;
  return null;
end
$$;

create or replace function private.mark_stale_customers_of_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_customers (email)
  select distinct lower(address)
  from unnest(array[old.email, new.email]) as address
  where address <> '' and address not like '%@checkout.example';
  return null;
end
$$;

-- Of payments, refunds and disputes: the sums of sales and of customers that their orders count in.
create function private.mark_stale_sums_of_money() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_customers (email)
  select distinct lower(email) from public.orders
  where id in (old.order_id, new.order_id)
    and paid_at is not null and email <> '' and email not like '%@checkout.example';
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(paid_at) from public.orders
  where id in (old.order_id, new.order_id) and paid_at is not null;
  -- Nothing was given back of a payment that is new.
  if tg_table_name = 'payments' and tg_op = 'INSERT' then
    return null;
  end if;
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(moment.at)
  from (
    select refund.created_at as at from public.refunds as refund
    where refund.order_id in (old.order_id, new.order_id)
    union all
    select dispute.updated_at from public.disputes as dispute
    where dispute.order_id in (old.order_id, new.order_id)
  ) as moment;
  -- The row as it was may be in none of these anymore.
  if tg_table_name = 'refunds' and tg_op <> 'INSERT' then
    insert into private.stale_sales (quarter) values (private.quarter_of(old.created_at));
  elsif tg_table_name = 'disputes' and tg_op <> 'INSERT' then
    insert into private.stale_sales (quarter) values (private.quarter_of(old.updated_at));
  end if;
  return null;
end
$$;
revoke execute on function private.mark_stale_sums_of_money() from public;

drop trigger mark_stale_sales on public.payments;
drop trigger mark_stale_sales on public.refunds;
drop trigger mark_stale_sales on public.disputes;
drop trigger mark_stale_customers on public.payments;
drop trigger mark_stale_customers on public.refunds;
drop trigger mark_stale_customers on public.disputes;

-- Older programs: only these triggers called it.
drop function private.mark_stale_customers_of_money();

create trigger mark_stale_sums after insert or update or delete on public.payments
  for each row execute function private.mark_stale_sums_of_money();

create trigger mark_stale_sums after insert or update or delete on public.refunds
  for each row execute function private.mark_stale_sums_of_money();

create trigger mark_stale_sums after insert or update or delete on public.disputes
  for each row execute function private.mark_stale_sums_of_money();
