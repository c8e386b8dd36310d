-- Checks of codes: one call that answers, counts and tells the owner of what is odd.
-- The rules of a batch's life, whoever writes: new ones are drafts with a code that fits a link, release
-- needs its proofs, and what was released keeps code and product.
create or replace function private.guard_batch() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  problem text;
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
  if tg_op = 'INSERT' then
    return new;
  end if;
  if old.released_at is not null and (
    new.code <> old.code or new.product_id <> old.product_id
  ) then
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
      new.released_at := now();
    end if;
  end if;
  return new;
end
$$;

-- Opens an alert, or counts on the open one of the same subject.
create function private.raise_alert(
  kind text, subject text, batch uuid default null, unit bigint default null, report uuid default null,
  detail jsonb default '{}'
) returns void
language sql set search_path = '' as $$
  insert into public.code_alerts as alert (kind, subject, batch_id, unit_id, report_id, detail)
  values (kind, subject, batch, unit, report, detail)
  on conflict (kind, subject) where state <> 'closed' do update
    set times = alert.times + 1, last_seen_at = now(), detail = excluded.detail
$$;

-- The salt of a day, made when it is first asked for.
create function private.check_salt(wanted date) returns text
language sql set search_path = '' as $$
  insert into private.check_salts (day) values (wanted) on conflict do nothing;
  select salt from private.check_salts where day = wanted
$$;

-- Whether a unit was checked from three networks or more within 24 hours, not counting what an alert that is
-- closed by now has told of. Networks that were there the day before count there alone.
create function private.has_many_networks(unit bigint) returns boolean
language sql stable set search_path = '' as $$
  select count(*) >= 3 from (
    select distinct checked.network_hash from public.code_checks as checked
    where checked.unit_id = unit and not checked.known_network
      and checked.checked_at > greatest(
        now() - interval '24 hours',
        (select max(alert.closed_at) from public.code_alerts as alert
          where alert.kind = 'many_networks' and alert.subject = unit::text)
      )
    limit 3
  ) as networks
$$;

-- Answers one check and notes it. `hmacs`: of a unit code under every key there is, null for what has not its
-- shape; `typed`: the text itself, where it may be a batch code. Hashes are made outside, with the salts of
-- today and yesterday. A browser counts once in ten minutes; many checks change words, never the answer.
create function private.check_code(
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
    counted := not exists (
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
      values (outcome, batch.id, unit.id, network, browser, exists (
        select from public.code_checks as c
        where c.unit_id = unit.id and c.network_hash = network_yesterday
          and c.checked_at > now() - interval '48 hours'
      ), check_code.country);
      if outcome = 'void' then
        perform private.raise_alert('void_checked', unit.id::text, batch.id, unit.id);
      end if;
      if not exists (
        select from public.code_alerts as alert
        where alert.kind = 'many_networks' and alert.subject = unit.id::text and alert.state <> 'closed'
      ) and private.has_many_networks(unit.id) then
        perform private.raise_alert('many_networks', unit.id::text, batch.id, unit.id);
      end if;
      if unit.first_checked_at is null and batch.units_made is not null and (
        select count(*) from (
          select from public.unit_codes as u
          where u.batch_id = batch.id and u.first_checked_at is not null
          limit batch.units_made + 1
        ) as checked
      ) > batch.units_made then
        perform private.raise_alert('more_checks_than_units', batch.id::text, batch.id);
      end if;
    end if;
  else
    answer := '{}';
    select * into batch from public.batches as b where b.code = typed;
    if batch.id is null then
      select * into batch from public.batches as b
      where translate(b.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        = translate(typed, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
        and typed ~ '[^ -]'
      order by b.created_at, b.id limit 1;
    end if;
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

-- What a passport says of a published batch changes by a correction alone.
create function private.guard_published_batch() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and (
    (new.made_on, new.best_before, new.units_made, new.origin)
      is distinct from (old.made_on, old.best_before, old.units_made, old.origin)
  ) then
    raise check_violation
      using message = 'This batch is published: publish a correction instead of changing it.';
  end if;
  return new;
end
$$;

create trigger guard_published_batch before update on public.batches
  for each row when (old.status in ('released', 'recalled'))
  execute function private.guard_published_batch();

create index code_checks_batch_browser_idx on public.code_checks (batch_id, browser_hash, checked_at desc)
  where unit_id is null;

revoke execute on function private.raise_alert(text, text, uuid, bigint, uuid, jsonb) from public;
revoke execute on function private.check_salt(date) from public;
revoke execute on function private.has_many_networks(bigint) from public;
revoke execute on function private.check_code(text[], text, text, text, text, text, text, text) from public;
revoke execute on function private.guard_published_batch() from public;
