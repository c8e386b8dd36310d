-- Codes were unique only as they are written, and checks ignore spaces and hyphens: of two batches spelled alike, a check
-- took the older one, also where the other was recalled. Reports looked for a batch in a way of their own.

-- The batch that answers for a code as somebody types it: in any case, with or without spaces and hyphens. Where
-- several batches are spelled alike, one that is recalled comes first, so that nobody who leaves a hyphen out is told
-- of another one; then the one that is written as typed.
create function private.batch_of_code(typed text) returns setof public.batches
language plpgsql stable set search_path = '' rows 1 as $$
begin
  return query
    select b.* from public.batches as b
    where translate(b.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      = translate(typed, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      and (b.code = typed or typed ~ '[^ -]')
    order by b.status = 'recalled' desc, b.code = typed desc,
      array_position(array['blocked', 'released', 'draft'], b.status), b.created_at, b.id
    limit 1;
end
$$;

-- The rules of a batch's life, whoever writes: new ones are drafts with a code that fits a link, release
-- needs its proofs, and what was released keeps code and product.
create or replace function private.guard_batch() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved boolean;
  problem text;
  other text;
begin
  if tg_op = 'INSERT' then
    if new.product_id is null then
      raise not_null_violation using message = 'A batch needs a product.';
    end if;
    if new.status <> 'draft' then
      raise check_violation using message = 'A new batch is a draft.';
    end if;
    new.released_at := null;
  end if;
  if (tg_op = 'INSERT' or new.code <> old.code) and new.code !~ '^[A-Z0-9._-]{1,20}$'
    and not exists (select from public.validity_codes as v where v.code = new.code)
  then
    raise check_violation
      using message = 'A batch code has up to 20 capital letters, digits, dots, hyphens and underscores.';
  end if;
  if tg_op = 'INSERT' or new.code <> old.code then
    -- Of two batches that are added at once, the second finds the first.
    perform pg_advisory_xact_lock(hashtextextended('batch code', 0));
    select b.code into other from public.batches as b
    where translate(b.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      = translate(new.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      and b.code <> new.code and b.id <> new.id
    limit 1;
    if found then
      raise check_violation
        using message = format('Batch %s has this code already: checks ignore spaces and hyphens.', other);
    end if;
    select v.code into other from public.validity_codes as v
    where translate(v.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      = translate(new.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    order by v.code = new.code desc limit 1;
    if other <> new.code then
      raise check_violation
        using message = format('The valid codes have this code as "%s": write it in the same way.', other);
    end if;
  end if;
  if tg_op = 'INSERT' then
    return new;
  end if;
  -- A product that was deleted leaves its batches.
  moved := new.product_id is distinct from old.product_id
    and (new.product_id is not null or exists (select from public.products as p where p.id = old.product_id));
  if old.released_at is not null and (moved or new.code <> old.code)
    or moved and new.status = 'released'
  then
    raise check_violation using message = 'A released batch keeps its code and its product.';
  end if;
  if new.status <> old.status then
    if new.status = 'draft' or old.status = 'recalled'
      or new.status = 'recalled' and old.status <> 'released'
    then
      raise check_violation
        using message = format('A batch that is %s cannot become %s.', old.status, new.status);
    end if;
    if new.status = 'released' then
      problem := private.release_problem(new.id);
      if problem is not null then
        raise check_violation using message = problem;
      end if;
      problem := private.find_laxer_limit(new.id);
      if problem is not null then
        raise check_violation
          using message = format('The limit for %s lets more pass than the default does.', problem);
      end if;
      new.released_at := now();
    end if;
  end if;
  return new;
end
$$;

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
  outcome text;
  counted boolean;
  known text;
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
    outcome := case
      when unit.status = 'void' then 'void'
      when batch.status = 'recalled' then 'recalled'
      when batch.status <> 'released' then 'not_released'
      when batch.best_before < current_date then 'expired'
      when unit.first_checked_at is null then 'first'
      else 'again'
    end;
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
    outcome := case
      when batch.id is null then null
      when batch.status = 'recalled' then 'recalled'
      when batch.status <> 'released' then 'not_released'
      when batch.best_before < current_date then 'expired'
      else 'batch'
    end;
    if outcome is null or batch.status = 'draft' then
      -- Codes without a batch, or whose batch is only being prepared, stay as valid as they were.
      select v.code, v.product_name into typed, known from public.validity_codes as v
      where v.code = typed
        or translate(v.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
          = translate(typed, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        and typed ~ '[^ -]'
      order by v.code = typed desc, v.created_at, v.id limit 1;
      if found then
        return jsonb_build_object(
          'outcome', 'batch', 'batch', typed, 'passport', false,
          'product', nullif(known, 'Default Product')
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
    if not exists (
      select from public.code_checks as c
      where c.batch_id = batch.id and c.unit_id is null and c.browser_hash = browser
        and c.checked_at > now() - interval '10 minutes'
    ) then
      insert into public.code_checks (outcome, batch_id, network_hash, browser_hash, country)
      values (outcome, batch.id, network, browser, check_code.country);
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

revoke execute on function private.batch_of_code(text) from public;
