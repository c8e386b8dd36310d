-- A code that was deleted from the list stayed valid through its batch, and one that was added for a blocked batch
-- was not. Codes of released batches that were deleted so come back: checks had never stopped to find them.
insert into public.validity_codes (code, product_name)
select b.code, coalesce(p.name, 'Default Product')
from public.batches as b left join public.products as p on p.id = b.product_id
where b.status in ('released', 'recalled')
on conflict (code) do nothing;

-- A released batch's code is on the list of valid codes, a blocked one's is withdrawn in every spelling that no
-- other batch has. The server signs what was released or recalled; it is told at once.
create or replace function private.follow_batch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'released' then
    insert into public.validity_codes (code, product_name)
    select new.code, coalesce((select name from public.products where id = new.product_id), 'Default Product')
    on conflict (code) do nothing;
  elsif new.status = 'blocked' then
    delete from public.validity_codes as v
    where translate(v.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      = translate(new.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      and (v.code = new.code or not exists (select from public.batches as b where b.code = v.code));
  end if;
  perform pg_notify('passport_due', new.id::text);
  return null;
end
$$;

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

create trigger guard_validity_code after insert or update of code on public.validity_codes
  for each row execute function private.guard_validity_code();

-- Blocking a batch withdraws its code by itself.
create trigger hold_deleted_codes after delete on public.validity_codes
  referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0)
  execute function private.hold_deleted_codes();

revoke execute on function private.refuse_code(text) from public;
revoke execute on function private.hold_codes(text[]) from public;
revoke execute on function private.guard_validity_code() from public;
revoke execute on function private.hold_deleted_codes() from public;
revoke execute on function public.refused_codes(text[]) from public;
grant execute on function public.refused_codes(text[]) to authenticated, service_role;
