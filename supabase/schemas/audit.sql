-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Who changed what, when: every change that an admin makes, and every change of an order whoever
-- makes it. Written by triggers alone; nobody may alter or remove a line.
create table public.audit_log (
  id bigint not null generated always as identity,
  created_at timestamptz default now() not null,
  actor_id uuid,
  actor_email text,
  action text not null,
  table_name text not null,
  row_id text not null,
  before jsonb,
  after jsonb,
  constraint audit_log_action_check check ((action in ('insert', 'update', 'delete'))),
  constraint audit_log_pkey primary key (id)
);

create index audit_log_newest_idx on public.audit_log (created_at desc, id desc);

create index audit_log_person_idx on public.audit_log (actor_email, created_at desc, id desc);

create index audit_log_row_idx on public.audit_log (table_name, row_id, created_at desc);

create index audit_log_search_idx on public.audit_log
  using gin (
    private.plain(table_name || ' ' || row_id || ' ' || coalesce(actor_email, ''))
    extensions.gin_trgm_ops
  );

create index audit_log_table_idx on public.audit_log (table_name, created_at desc, id desc);

-- What the shop does by itself needs no line here.
create index audit_log_table_person_idx
  on public.audit_log (table_name, actor_email, created_at desc, id desc)
  where actor_email is not null;

-- Server functions that act for an admin name them: set_config('shop.actor', <id>, true). With the
-- argument 'always' changes of the shop itself are recorded too.
create function private.record_change() returns trigger
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

-- Of an email the log holds what became of it, never to whom it went or what it said, which may be
-- a link that opens something. Of an order it holds no payment provider's reference, by their
-- names.
create function private.redact_personal_data(table_name text, content jsonb) returns jsonb
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

-- What a search of the log looks for. An address is looked for among the few people who changed something:
-- trigrams know half of the log by the parts of an address that all of them share.
create function private.log_condition(searched text, words text[]) returns text
language sql stable set search_path = '' as $$
  with written as (
    select word, word like '%@%' as is_address from unnest(words) as word
  )
  select private.words_condition(
    searched, array(select word from written where not is_address)
  ) || coalesce((
    select string_agg(format(' and actor_email = any (%L)', array(
      select person from public.admin_log_people() as person
      where position(lower(word) in lower(private.plain(person))) > 0
    )), '')
    from written where is_address
  ), '')
$$;

alter table public.audit_log enable row level security;

create policy "Admins read the log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

revoke execute on function private.log_condition(searched text, words text[]) from public;
revoke execute on function private.record_change() from public;
revoke execute on function private.redact_personal_data(table_name text, content jsonb) from public;
revoke execute on function public.admin_log_people() from public;
grant execute on function public.admin_log_people() to authenticated, service_role;
revoke all on table public.audit_log from service_role;
grant select on table public.audit_log to authenticated, service_role;
grant all on sequence public.audit_log_id_seq to service_role;
