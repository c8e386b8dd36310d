-- Reading a code through the REST API followed a rule of its own: it opened codes of blocked batches that had been added in
-- another spelling, and not the recalled one of two batches that are spelled alike. Among such twins a blocked one came
-- before a released one, and a check of one was counted for the other.
-- Older programs: ask for the batch of a code by private.batch_of_code, which stays.

-- The batch that answers for a code as somebody types it: in any case, with or without spaces and hyphens. Of twins, as
-- batches spelled alike are called (none come anymore), a recalled one always answers, so that no spelling hides a
-- recall; otherwise the one that is written as typed, else the oldest. A draft answers only where it has no twin.
create or replace function private.batch_of_code(typed text) returns setof public.batches
language plpgsql stable set search_path = '' rows 1 as $$
begin
  return query
    select b.* from public.batches as b
    where translate(b.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      = translate(typed, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      and (b.code = typed or typed ~ '[^ -]')
    order by b.status = 'recalled' desc, b.status = 'draft', b.code = typed desc, b.created_at, b.id
    limit 1;
end
$$;

-- The batch that a check or a report of a code counts for: the one that is written as typed, whatever a twin of it
-- answers, otherwise the one that answers.
create function private.batch_asked_about(typed text) returns setof public.batches
language plpgsql stable set search_path = '' rows 1 as $$
begin
  return query select b.* from public.batches as b where b.code = typed;
  if not found then
    return query select * from private.batch_of_code(typed);
  end if;
end
$$;

-- What a check finds of a batch by itself; null where there is none.
create function private.outcome_of_batch(batch public.batches) returns text
language sql stable set search_path = '' as $$
  select case
    when batch.id is null then null
    when batch.status = 'recalled' then 'recalled'
    when batch.status <> 'released' then 'not_released'
    when batch.best_before < current_date then 'expired'
    else 'batch'
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

drop policy "A code shows itself to its holder" on public.validity_codes;

-- A code is visible only to someone who holds it: the header must carry it in some spelling, so no
-- filter can list codes or guess them by pattern.
create policy "A code shows itself to its holder" on public.validity_codes for select to anon, authenticated
  using (code = (select private.code_of_lookup_key()));

drop function private.code_spelled_otherwise();

-- Answers one check and notes it. `hmacs`: of a unit code under every key there is, null for what has not its
-- shape; `typed`: the text itself, where it may be a batch code. Hashes are made outside, with the salts of
-- today and yesterday. A browser counts once in ten minutes; many checks change words, never the answer.
create or replace function private.check_code(
  hmacs text[], typed text, network text, network_yesterday text, browser text, country text,
  code_hash text, neighborhood text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  unit public.unit_codes;
  batch public.batches;
  asked public.batches;
  outcome text;
  counted boolean;
  listed public.validity_codes;
  answer jsonb;
begin
  if hmacs is not null then
    select * into unit from public.unit_codes as u where u.code_hmac = any (hmacs) for no key update;
  end if;
  if unit.id is not null then
    select * into batch from public.batches as b where b.id = unit.batch_id;
    counted := unit.check_count = 0 or not exists (
      select from public.code_checks as c
      where c.unit_id = unit.id and c.browser_hash = browser
        and c.checked_at > now() - interval '10 minutes'
    );
    outcome := case when unit.status = 'void' then 'void' else private.outcome_of_batch(batch) end;
    if outcome = 'batch' then
      outcome := case when unit.first_checked_at is null then 'first' else 'again' end;
    end if;
    answer := jsonb_build_object(
      'firstCheckedAt', coalesce(unit.first_checked_at, now()),
      'checkedBefore', unit.check_count,
      'sameBrowser', not counted
    );
    if counted then
      update public.unit_codes set
        first_checked_at = coalesce(first_checked_at, now()), check_count = check_count + 1
      where id = unit.id;
      insert into public.code_checks
        (outcome, batch_id, unit_id, network_hash, browser_hash, known_network, country)
      values (outcome, batch.id, unit.id, network, browser, unit.check_count > 0 and exists (
        select from public.code_checks as c
        where c.unit_id = unit.id and c.network_hash = network_yesterday
          and c.checked_at > now() - interval '48 hours'
      ), check_code.country);
      if outcome = 'void' then
        perform private.raise_alert('void_checked', unit.id::text, batch.id, unit.id);
      end if;
      if unit.check_count >= 2 and not exists (
        select from public.code_alerts as alert
        where alert.kind = 'many_networks' and alert.subject = unit.id::text and alert.state <> 'closed'
      ) and private.has_many_networks(unit.id) then
        perform private.raise_alert('many_networks', unit.id::text, batch.id, unit.id);
      end if;
      -- Counting takes the longer the larger the batch: a hundred times over all of it, and by a daily job.
      if unit.first_checked_at is null and batch.units_made is not null
        and unit.id % greatest(batch.units_made / 100, 1) = 0
        and private.has_more_checks_than_units(batch.id, batch.units_made)
      then
        perform private.raise_alert('more_checks_than_units', batch.id::text, batch.id);
      end if;
    end if;
  else
    answer := '{}';
    select * into batch from private.batch_of_code(typed);
    outcome := private.outcome_of_batch(batch);
    if outcome is null or batch.status = 'draft' then
      -- Codes without a batch, or whose batch is only being prepared, stay as valid as they were.
      select * into listed from private.listed_code(typed);
      if found then
        return jsonb_build_object(
          'outcome', 'batch', 'batch', listed.code, 'passport', false,
          'product', nullif(listed.product_name, 'Default Product')
        );
      end if;
    end if;
    if outcome is null then
      insert into public.code_checks
        (outcome, network_hash, browser_hash, country, code_hash, neighborhood)
      values (
        'unknown', network, browser, check_code.country, check_code.code_hash, check_code.neighborhood
      );
      if (
        select count(distinct near.code_hash) from (
          select c.code_hash from public.code_checks as c
          where c.neighborhood = check_code.neighborhood
            and c.checked_at > now() - interval '1 hour'
          order by c.checked_at desc limit 20
        ) as near
      ) >= 5 then
        perform private.raise_alert(
          'unknown_codes', 'site', detail => jsonb_build_object('why', 'neighbors')
        );
      end if;
      return jsonb_build_object('outcome', 'unknown');
    end if;
    select * into asked from private.batch_asked_about(typed);
    if not exists (
      select from public.code_checks as c
      where c.batch_id = asked.id and c.unit_id is null and c.browser_hash = browser
        and c.checked_at > now() - interval '10 minutes'
    ) then
      insert into public.code_checks (outcome, batch_id, network_hash, browser_hash, country)
      values (private.outcome_of_batch(asked), asked.id, network, browser, check_code.country);
    end if;
  end if;
  return answer || jsonb_build_object(
    'outcome', outcome,
    'batch', batch.code,
    'product', (select name from public.products where id = batch.product_id),
    'bestBefore', batch.best_before,
    'passport', batch.status in ('released', 'recalled'),
    'recall', (
      select jsonb_build_object('reason', r.reason, 'instructions', r.instructions)
      from public.recall_batches as rb
      join public.recalls as r on r.id = rb.recall_id and r.announced_at is not null
      where rb.batch_id = batch.id order by r.announced_at desc limit 1
    )
  );
end
$$;

revoke execute on function private.batch_asked_about(text) from public;
revoke execute on function private.outcome_of_batch(public.batches) from public;
revoke execute on function private.listed_code(text) from public;
revoke execute on function private.code_of_lookup_key() from public;
grant execute on function private.code_of_lookup_key() to anon, authenticated, service_role;
