-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What of a product decides about its batches: which analytes a release needs (null: the shop's own list in
-- private.default_analytes), the label's daily dose, by which daily limits become limits of a gram, limits
-- stricter than the defaults ({"lead": 0.2}), and the number under which trade knows the product.
create table public.product_requirements (
  product_id uuid not null,
  analytes text[],
  daily_dose_grams numeric(8,3),
  stricter_limits jsonb default '{}'::jsonb not null,
  gtin text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint product_requirements_analytes_check check (cardinality(analytes) > 0),
  constraint product_requirements_daily_dose_grams_check check (daily_dose_grams > 0),
  constraint product_requirements_stricter_limits_check check (jsonb_typeof(stricter_limits) = 'object'),
  constraint product_requirements_gtin_check check (gtin ~ '^([0-9]{8}|[0-9]{12,14})$'),
  constraint product_requirements_gtin_key unique (gtin),
  constraint product_requirements_pkey primary key (product_id),
  constraint product_requirements_product_id_fkey
    foreign key (product_id) references public.products(id) on delete cascade
);

-- What was filled together and tested together. A batch keeps its place in the log when its product is
-- deleted; only a new one needs a product.
create table public.batches (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  code text not null,
  product_id uuid,
  status text default 'draft' not null,
  made_on date,
  best_before date,
  units_made integer,
  origin text,
  note text,
  released_at timestamptz,
  constraint batches_code_check check ((code ~ '^[\x20-\x7E]{1,64}$') and (code = btrim(code))),
  constraint batches_code_key unique (code),
  constraint batches_dates_check check (best_before >= made_on),
  constraint batches_note_check check (length(note) <= 2000),
  constraint batches_origin_check check (length(origin) <= 200),
  constraint batches_status_check check (status in ('draft', 'released', 'recalled', 'blocked')),
  constraint batches_units_made_check check (units_made > 0),
  constraint batches_pkey primary key (id),
  constraint batches_product_id_fkey
    foreign key (product_id) references public.products(id) on delete set null
);

create index batches_product_id_idx on public.batches (product_id, best_before);

create index batches_created_at_idx on public.batches (created_at desc);

create index batches_printed_idx on public.batches
  (translate(code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'));

create index batches_search_idx on public.batches
  using gin (private.plain(code || ' ' || coalesce(note, '')) extensions.gin_trgm_ops);

-- The batch that answers for a code as somebody types it: in any case, with or without spaces and hyphens. Of twins, as
-- batches spelled alike are called (none come anymore), a recalled one always answers, so that no spelling hides a
-- recall; otherwise the one that is written as typed, else the oldest. A draft answers only where it has no twin.
create function private.batch_of_code(typed text) returns setof public.batches
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

-- What a release needs where a product says nothing else; domain/batch-limits.ts holds the same list.
create function private.default_analytes() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'lead', 'arsenic', 'cadmium', 'mercury',
    'total aerobic count', 'yeast and mold', 'E. coli', 'Salmonella'
  ]
$$;

-- What stands against releasing a batch, in words; null when nothing does.
create function private.release_problem(batch uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  needed text[];
  found_analyte text;
begin
  if not exists (select from public.batch_documents as d where d.batch_id = batch) then
    return 'A batch is released only with at least one laboratory document.';
  end if;
  select coalesce(r.analytes, private.default_analytes()) into needed
  from public.batches as b
  left join public.product_requirements as r on r.product_id = b.product_id
  where b.id = batch;
  select analyte into found_analyte from public.batch_results as r
  where r.batch_id = batch and r.passes = false order by analyte limit 1;
  if found then
    return format('The result for %s exceeds its limit.', found_analyte);
  end if;
  select wanted into found_analyte from unnest(needed) with ordinality as list (wanted, place)
  where not exists (
    select from public.batch_results as r
    where r.batch_id = batch and private.analyte_key(r.analyte) = private.analyte_key(wanted)
      and r.passes
  )
  order by place limit 1;
  if found then
    return format('A result within its limit is missing for %s.', found_analyte);
  end if;
  return null;
end
$$;

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
create function private.guard_batch() returns trigger
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
          using message = format('The limit for %s is less strict than the default.', problem);
      end if;
      new.released_at := now();
    end if;
  end if;
  return new;
end
$$;

-- A released batch's code is on the list of valid codes, a blocked one's is withdrawn in every spelling that no
-- other batch has. The server signs what was released or recalled; it is told at once.
create function private.follow_batch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'released' then
    -- Held until the end: whoever deletes the code meanwhile has to see the release.
    loop
      insert into public.validity_codes (code, product_name)
      select new.code, coalesce((select name from public.products where id = new.product_id), 'Default Product')
      on conflict (code) do nothing;
      perform from public.validity_codes as v where v.code = new.code for key share;
      exit when found;
    end loop;
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

-- What a passport says of a published batch changes by a correction alone.
create function private.guard_published_batch() returns trigger
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

-- Every change of requirements has one row to be told of; upserts name the key as it is.
create function private.keep_requirements_with_product() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise check_violation using message = 'Laboratory requirements stay with their product.';
end
$$;

create trigger keep_requirements_with_product before update on public.product_requirements
  for each row when (new.product_id <> old.product_id)
  execute function private.keep_requirements_with_product();

create trigger admit_admins_only before insert on public.batches
  for each row execute function private.require_admin();

create trigger guard_batch before insert or update on public.batches
  for each row execute function private.guard_batch();

create trigger follow_batch after update of status on public.batches
  for each row when (new.status <> old.status) execute function private.follow_batch();

create trigger notify_content_updated after update on public.batches
  for each row when (old.status <> 'draft' or new.status <> 'draft')
  execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.product_requirements
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.batches
  for each row execute function private.touch_updated_at();

create trigger record_delete after delete on public.product_requirements
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.product_requirements
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.product_requirements
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger record_delete after delete on public.batches
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.batches
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.batches
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger guard_published_batch before update on public.batches
  for each row when (old.status in ('released', 'recalled'))
  execute function private.guard_published_batch();

alter table public.product_requirements enable row level security;
alter table public.batches enable row level security;

create policy "Admins manage product requirements" on public.product_requirements
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins read batches" on public.batches
  for select to authenticated using ((select private.is_admin()));

create policy "Admins add batches" on public.batches
  for insert to authenticated with check ((select private.is_admin()));

create policy "Admins change batches" on public.batches
  for update to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete drafts" on public.batches
  for delete to authenticated using ((select private.is_admin()) and released_at is null);

revoke all on table public.product_requirements, public.batches from anon, authenticated, service_role;
grant select, insert, delete on table public.product_requirements to authenticated;
grant update (product_id, analytes, daily_dose_grams, stricter_limits, gtin) on table
  public.product_requirements to authenticated;
grant select, delete on table public.batches to authenticated;
grant insert (id, code, product_id, status, made_on, best_before, units_made, origin, note) on table
  public.batches to authenticated;
grant update (code, product_id, status, made_on, best_before, units_made, origin, note) on table
  public.batches to authenticated;
grant all on table public.product_requirements, public.batches to service_role;
revoke execute on function private.batch_of_code(text) from public;
revoke execute on function private.batch_asked_about(text) from public;
revoke execute on function private.default_analytes() from public;
revoke execute on function private.release_problem(uuid) from public;
revoke execute on function private.find_laxer_limit(uuid) from public;
revoke execute on function private.keep_requirements_with_product() from public;
revoke execute on function private.guard_batch() from public;
revoke execute on function private.follow_batch() from public;
revoke execute on function private.guard_published_batch() from public;
