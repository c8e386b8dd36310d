-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- The salts that hashes of networks and browsers were made with, each for a day. They go after two, and
-- with them the last way from a hash to an address.
create table private.check_salts (
  day date not null,
  salt text default gen_random_uuid()::text || gen_random_uuid()::text not null,
  constraint check_salts_pkey primary key (day)
);

-- Somebody asking, for 90 days. `known_network`: the same network had checked the same unit the day before,
-- under another salt. Of an unknown code nothing is kept but the hash of what it has in common with its
-- neighbors, and its own.
create table public.code_checks (
  id bigint generated always as identity,
  checked_at timestamptz default now() not null,
  outcome text not null,
  batch_id uuid,
  unit_id bigint,
  network_hash text not null,
  browser_hash text not null,
  known_network boolean default false not null,
  country text,
  code_hash text,
  neighborhood text,
  constraint code_checks_country_check check (country ~ '^[A-Z]{2}$'),
  constraint code_checks_outcome_check check (outcome in (
    'batch', 'first', 'again', 'recalled', 'expired', 'not_released', 'void', 'unknown'
  )),
  constraint code_checks_pkey primary key (id),
  constraint code_checks_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete cascade,
  constraint code_checks_unit_id_fkey
    foreign key (unit_id) references public.unit_codes(id) on delete cascade
);

create index code_checks_checked_at_idx on public.code_checks (checked_at desc);

create index code_checks_batch_id_idx on public.code_checks (batch_id, checked_at desc);

create index code_checks_unit_id_idx on public.code_checks (unit_id, browser_hash, checked_at desc);

create index code_checks_neighborhood_idx on public.code_checks (neighborhood, checked_at desc)
  where neighborhood is not null;

create index code_checks_batch_browser_idx on public.code_checks (batch_id, browser_hash, checked_at desc)
  where unit_id is null;

-- Checks over time for the admin area: of each day, outcome and country (null where no proxy names it).
-- Raises insufficient_privilege for anybody but an admin.
create function public.admin_code_checks(first_day date, last_day date, zone text default 'UTC')
returns table (day date, outcome text, country text, checks bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  return query
    select (c.checked_at at time zone zone)::date, c.outcome, c.country, count(*)
    from public.code_checks as c
    where c.checked_at >= first_day::timestamp at time zone zone
      and c.checked_at < (last_day + 1)::timestamp at time zone zone
    group by 1, 2, 3
    order by 1, 2, 3;
end
$$;

-- How often a batch and its units were checked, by what was answered: nothing for anybody but an admin, who alone may
-- read the checks.
create function public.admin_batch_checks(batch uuid) returns table (outcome text, checks bigint)
language sql stable set search_path = '' as $$
  select c.outcome, count(*) from public.code_checks as c where c.batch_id = batch group by 1 order by 1
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

-- Whether more units of a batch were checked than were made of it.
create function private.has_more_checks_than_units(batch uuid, made integer) returns boolean
language sql stable set search_path = '' as $$
  select count(*) > made from (
    select from public.unit_codes as unit
    where unit.batch_id = batch and unit.first_checked_at is not null
    limit made + 1
  ) as checked
$$;

-- Alerts of all batches of which more units were checked than made, where none was raised before.
create function private.find_more_checks_than_units() returns void
language sql set search_path = '' as $$
  select private.raise_alert('more_checks_than_units', batch.id::text, batch.id)
  from public.batches as batch
  where batch.units_made is not null and batch.status in ('released', 'recalled')
    and not exists (
      select from public.code_alerts as alert
      where alert.kind = 'more_checks_than_units' and alert.subject = batch.id::text
    )
    and private.has_more_checks_than_units(batch.id, batch.units_made)
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

alter table public.code_checks enable row level security;
alter table private.check_salts enable row level security;

create policy "Admins read code checks" on public.code_checks
  for select to authenticated using ((select private.is_admin()));

revoke all on table public.code_checks from anon, authenticated, service_role;
grant select on table public.code_checks to authenticated;
grant all on table public.code_checks to service_role;
revoke execute on function public.admin_code_checks(date, date, text) from public;
grant execute on function public.admin_code_checks(date, date, text) to authenticated, service_role;
revoke execute on function public.admin_batch_checks(uuid) from public;
grant execute on function public.admin_batch_checks(uuid) to authenticated, service_role;
revoke execute on function private.check_salt(date) from public;
revoke execute on function private.has_many_networks(bigint) from public;
revoke execute on function private.has_more_checks_than_units(uuid, integer) from public;
revoke execute on function private.find_more_checks_than_units() from public;
revoke execute on function private.outcome_of_batch(public.batches) from public;
revoke execute on function private.check_code(text[], text, text, text, text, text, text, text) from public;
