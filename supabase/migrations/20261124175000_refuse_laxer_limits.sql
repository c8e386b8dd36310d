-- Whoever sets `status` to `released`, by the table interface too, keeps to the limits of the shop, and what is
-- released does not move to another product, nor change by the secret key without a correction.

-- The first analyte of a batch whose limit lets more pass than the default of domain/batch-limits.ts, or than the
-- owner's own, stricter one; null where none does. Units that cannot be compared are left to the owner's eyes.
create function private.find_laxer_limit(batch uuid) returns text
language sql stable security definer set search_path = '' as $$
  select result.analyte
  from public.batches as b
  left join public.product_requirements as own on own.product_id = b.product_id
  join public.batch_results as result on result.batch_id = b.id
  join (values
    ('lead', 5, true), ('arsenic', 15, true), ('cadmium', 5, true), ('mercury', 15, true),
    ('total aerobic count', 10000, false), ('yeast and mold', 1000, false),
    ('e. coli', 0, false), ('salmonella', 0, false)
  ) as standard (analyte, most, of_a_day) on standard.analyte = private.analyte_key(result.analyte)
  cross join lateral (
    select case
      when standard.of_a_day then case
        when lower(btrim(result.unit)) in ('µg/g', 'μg/g', 'ug/g', 'mg/kg', 'ppm') then 1
        when lower(btrim(result.unit)) in ('µg/kg', 'μg/kg', 'ug/kg', 'ppb', 'ng/g') then 0.001
        when lower(btrim(result.unit)) in ('mg/g', 'g/kg') then 1000
        when btrim(result.unit) = '%' then 10000
      end
      when result.unit ~* '^cfu/' then 1
    end as factor
  ) as measured
  where b.id = batch
    and result.limit_value * measured.factor > 1.000000001 * least(
      standard.most / case when standard.of_a_day then coalesce(own.daily_dose_grams, 0.5) else 1 end,
      (
        select min((stated.value #>> '{}')::numeric)
        from jsonb_each(own.stricter_limits) as stated
        where jsonb_typeof(stated.value) = 'number'
          and private.analyte_key(stated.key) = standard.analyte
      )
    )
  order by result.analyte limit 1
$$;

-- The rules of a batch's life, whoever writes: new ones are drafts with a code that fits a link, release
-- needs its proofs, and what was released keeps code and product.
create or replace function private.guard_batch() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved boolean;
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

-- What a passport says of a published batch changes by a correction alone.
create or replace function private.guard_published_batch() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('authenticated', 'service_role') and (
    (new.made_on, new.best_before, new.units_made, new.origin)
      is distinct from (old.made_on, old.best_before, old.units_made, old.origin)
  ) then
    raise check_violation
      using message = 'This batch is published: publish a correction instead of changing it.';
  end if;
  return new;
end
$$;

-- Proofs of what was published change by a correction alone (function `correct-batch`), which signs anew. Who
-- changes a draft holds its batch meanwhile, so that it is not released beside the change.
create or replace function private.guard_batch_proof() returns trigger
language plpgsql set search_path = '' as $$
declare
  published boolean;
begin
  if current_user in ('authenticated', 'service_role') then
    select bool_or(held.status in ('released', 'recalled')) into published
    from (
      select b.status from public.batches as b
      where b.id in (case when tg_op <> 'INSERT' then old.batch_id end,
        case when tg_op <> 'DELETE' then new.batch_id end)
      for share
    ) as held;
    if published then
      raise check_violation
        using message = 'This batch is published: publish a correction instead of changing it.';
    end if;
  end if;
  return coalesce(new, old);
end
$$;

revoke execute on function private.find_laxer_limit(uuid) from public;
