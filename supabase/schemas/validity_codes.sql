-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- The valid batch codes: those of batches follow by themselves (`follow_batch`), others the owner adds. A check
-- (`private.check_code`) comes here for a code without a batch, or with one that is only being prepared, so a code
-- leaves the list only with its batch, and none comes here that a batch would answer otherwise.
-- Printable ASCII keeps look-alikes out. A code is found in any case, with or without spaces and hyphens.
create table public.validity_codes (
  id uuid default gen_random_uuid() not null,
  code text not null,
  product_name text default 'Default Product' not null,
  created_at timestamptz default now() not null,
  constraint validity_codes_code_check check (((code ~ '^[\x20-\x7E]{1,64}$') and (code = btrim(code)))),
  constraint validity_codes_code_key unique (code),
  constraint validity_codes_pkey primary key (id)
);

create index validity_codes_created_at_idx on public.validity_codes (created_at desc);

create index validity_codes_search_idx on public.validity_codes
  using gin (private.plain(code || ' ' || product_name) extensions.gin_trgm_ops);

create index validity_codes_printed_idx on public.validity_codes
  (translate(code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'));

-- Why a code cannot be put on the list, in words: what checks answer is decided by its batch. Null where it can.
create function private.refuse_code(wanted text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  batch public.batches;
begin
  select * into batch from private.batch_of_code(wanted);
  return case
    when batch.status in ('blocked', 'recalled') then
      format('Batch %s is %s: its code cannot be made valid.', batch.code, batch.status)
    when batch.code <> wanted then
      format('Batch %s has this code already: checks ignore spaces and hyphens.', batch.code)
  end;
end
$$;

-- Which of the codes cannot be put on the list, each with the reason in words. Raises insufficient_privilege for
-- anybody but an admin.
create function public.refused_codes(codes text[]) returns table (code text, reason text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  return query
    select given.code, refusal.reason
    from unnest(codes) as given (code)
    cross join lateral private.refuse_code(given.code) as refusal (reason)
    where refusal.reason is not null;
end
$$;

-- Refuses to take codes off the list while a batch goes on answering for them.
create function private.hold_codes(codes text[]) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  held text[];
  batch public.batches;
begin
  select array_agg(given.code order by given.code) into held
  from unnest(codes) as given (code)
  where exists (
    select from private.batch_of_code(given.code) as b where b.status in ('released', 'recalled')
  );
  if held is null then
    return;
  end if;
  if cardinality(held) > 1 then
    raise check_violation using message = format(
      'Nothing was deleted: %s%s are codes of batches that are released or recalled. To withdraw a released code, block its batch.',
      array_to_string(held[:5], ', '),
      case when cardinality(held) > 5 then format(' and %s more', cardinality(held) - 5) end
    );
  end if;
  select * into batch from private.batch_of_code(held[1]);
  raise check_violation using message = concat(
    case when cardinality(codes) > 1 then 'Nothing was deleted: ' end,
    format('Batch %s is %s, ', batch.code, batch.status),
    case batch.status
      when 'released' then 'so its code stays valid. To withdraw it, block the batch.'
      else 'and checks of its code go on saying so.'
    end
  );
end
$$;

create function private.guard_validity_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  problem text;
begin
  if tg_op = 'UPDATE' then
    if new.code = old.code then
      return null;
    end if;
    perform private.hold_codes(array[old.code]);
  end if;
  problem := private.refuse_code(new.code);
  if problem is not null then
    raise check_violation using message = problem;
  end if;
  return null;
end
$$;

create function private.hold_deleted_codes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.hold_codes((select array_agg(code) from old_rows));
  return null;
end
$$;

-- The row that answers for a code as somebody types it: that of the batch which answers, where it was released and is
-- not blocked; for a code without a batch, or with one that is only being prepared, the row that is written as typed,
-- else the oldest that is spelled alike. None where checks say INVALID.
create function private.listed_code(typed text) returns setof public.validity_codes
language plpgsql stable set search_path = '' rows 1 as $$
declare
  batch public.batches;
begin
  select * into batch from private.batch_of_code(typed);
  if batch.status in ('released', 'recalled') then
    return query select v.* from public.validity_codes as v where v.code = batch.code;
  elsif batch.id is null or batch.status = 'draft' then
    return query
      select v.* from public.validity_codes as v
      where translate(v.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        = translate(typed, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        and (v.code = typed or typed ~ '[^ -]')
      order by v.code = typed desc, v.created_at, v.id
      limit 1;
  end if;
end
$$;

-- The code that the lookup key opens: the one that answers checks of it. Security definer, since visitors read no
-- batches.
create function private.code_of_lookup_key() returns text
language sql stable security definer set search_path = '' as $$
  select found.code
  from private.request_header('x-lookup-key') as key
  cross join lateral private.listed_code(btrim(key)) as found
  where btrim(key) ~ '^[\x20-\x7E]{1,64}$'
$$;

create view public.product_validity_view with (security_invoker = true) as
  select id, code, product_name, created_at from public.validity_codes;

create trigger guard_validity_code after insert or update of code on public.validity_codes
  for each row execute function private.guard_validity_code();

-- Blocking a batch withdraws its code by itself.
create trigger hold_deleted_codes after delete on public.validity_codes
  referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.hold_deleted_codes();

create trigger record_delete after delete on public.validity_codes
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.validity_codes
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.validity_codes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

alter table public.validity_codes enable row level security;

-- A code is visible only to someone who holds it: the header must carry it in some spelling, so no
-- filter can list codes or guess them by pattern.
create policy "A code shows itself to its holder" on public.validity_codes for select to anon, authenticated
  using (code = (select private.code_of_lookup_key()));

create policy "Admins manage codes" on public.validity_codes
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke execute on function private.refuse_code(text) from public;
revoke execute on function private.hold_codes(text[]) from public;
revoke execute on function private.guard_validity_code() from public;
revoke execute on function private.hold_deleted_codes() from public;
revoke execute on function public.refused_codes(text[]) from public;
grant execute on function public.refused_codes(text[]) to authenticated, service_role;
revoke execute on function private.listed_code(text) from public;
revoke execute on function private.code_of_lookup_key() from public;
grant execute on function private.code_of_lookup_key() to anon, authenticated, service_role;
grant all on table public.validity_codes to service_role;
grant select,insert,delete,update on table public.validity_codes to authenticated;
grant select(code) on table public.validity_codes to anon;
grant select(product_name) on table public.validity_codes to anon;
grant all on table public.product_validity_view to service_role;
grant select on table public.product_validity_view to authenticated;
