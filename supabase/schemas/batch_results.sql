-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- One spelling of an analyte for comparing.
create function private.analyte_key(analyte text) returns text
language sql immutable strict set search_path = '' as $$
  select replace(regexp_replace(lower(btrim(analyte)), '[\s_]+', ' ', 'g'), 'mould', 'mold')
$$;

-- One measured analyte. What passes is computed, never typed; a result without a limit judges nothing.
create table public.batch_results (
  id uuid default gen_random_uuid() not null,
  batch_id uuid not null,
  analyte text not null,
  panel text default 'other' not null,
  value numeric,
  qualifier text default '=' not null,
  unit text default '' not null,
  limit_value numeric,
  limit_source text,
  method text,
  passes boolean generated always as (
    case
      when qualifier = 'not detected' then true
      when limit_value is null then null
      else value <= limit_value
    end
  ) stored,
  created_at timestamptz default now() not null,
  constraint batch_results_analyte_check check (btrim(analyte) <> '' and length(analyte) <= 100),
  constraint batch_results_limit_source_check check (length(limit_source) <= 200),
  constraint batch_results_limit_value_check check (limit_value >= 0),
  constraint batch_results_method_check check (length(method) <= 200),
  constraint batch_results_panel_check
    check (panel in ('heavy metals', 'microbiology', 'identity', 'other')),
  constraint batch_results_qualifier_check check (qualifier in ('=', '<', 'not detected')),
  constraint batch_results_unit_check check (length(unit) <= 40),
  constraint batch_results_value_check
    check (value >= 0 and (value is not null or qualifier = 'not detected')),
  constraint batch_results_pkey primary key (id),
  constraint batch_results_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete cascade
);

create unique index batch_results_analyte_key on public.batch_results
  (batch_id, private.analyte_key(analyte));

create index batch_results_batch_id_idx on public.batch_results (batch_id);

-- A laboratory's file: its path in the private bucket `batch-documents`, and the hash of its bytes.
create table public.batch_documents (
  id uuid default gen_random_uuid() not null,
  batch_id uuid not null,
  path text not null,
  title text default 'Certificate of analysis' not null,
  laboratory text,
  accreditation_number text,
  tested_on date,
  sha256 text not null,
  created_at timestamptz default now() not null,
  constraint batch_documents_accreditation_number_check check (length(accreditation_number) <= 100),
  constraint batch_documents_laboratory_check check (length(laboratory) <= 200),
  constraint batch_documents_path_check check (path ~ '^[A-Za-z0-9._/-]+$' and length(path) <= 300),
  constraint batch_documents_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint batch_documents_title_check check (btrim(title) <> '' and length(title) <= 200),
  constraint batch_documents_batch_id_sha256_key unique (batch_id, sha256),
  constraint batch_documents_pkey primary key (id),
  constraint batch_documents_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete cascade
);

-- Proofs of what was published change by a correction alone (function `correct-batch`), which signs anew. Who
-- changes a draft holds its batch meanwhile, so that it is not released beside the change.
create function private.guard_batch_proof() returns trigger
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

-- A list of results as it is compared: in one order, with numbers as exact as a browser has them, and without what a
-- form leaves out.
create function private.canonical_results(results jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_array(
        analyte, panel, case when qualifier <> 'not detected' then value end, qualifier, unit, limit_value,
        nullif(limit_source, ''), nullif(method, '')
      ) order by analyte
    ),
    '[]'
  )
  from jsonb_to_recordset(results) as result (
    analyte text, panel text, value float8, qualifier text, unit text, limit_value float8,
    limit_source text, method text
  )
$$;

-- Makes `wanted` the results of a batch, if they still are as they were `seen`; both are lists of all of them:
-- {analyte, panel, value, qualifier, unit, limit_value, limit_source, method}. False: somebody else changed them
-- meanwhile, and nothing is stored. Asked again after a lost answer, it is true. Raises insufficient_privilege for
-- anybody but an admin, and check_violation for a published batch.
create function public.save_batch_results(batch uuid, seen jsonb, wanted jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare
  stored jsonb;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  -- One after the other.
  perform from public.batches as b where b.id = batch for no key update;
  select jsonb_agg(to_jsonb(r)) into stored from public.batch_results as r where r.batch_id = batch;
  stored := private.canonical_results(stored);
  if stored = private.canonical_results(wanted) then
    return true;
  elsif stored <> private.canonical_results(seen) then
    return false;
  end if;
  delete from public.batch_results as r
  where r.batch_id = batch and not exists (
    select from jsonb_to_recordset(wanted) as result (analyte text)
    where private.analyte_key(result.analyte) = private.analyte_key(r.analyte)
  );
  insert into public.batch_results as r
    (batch_id, analyte, panel, value, qualifier, unit, limit_value, limit_source, method)
  select batch, result.*
  from jsonb_to_recordset(wanted) as result (
    analyte text, panel text, value numeric, qualifier text, unit text, limit_value numeric,
    limit_source text, method text
  )
  on conflict (batch_id, private.analyte_key(analyte)) do update set
    analyte = excluded.analyte, panel = excluded.panel, value = excluded.value,
    qualifier = excluded.qualifier, unit = excluded.unit, limit_value = excluded.limit_value,
    limit_source = excluded.limit_source, method = excluded.method
  where private.canonical_results(jsonb_build_array(to_jsonb(r)))
    <> private.canonical_results(jsonb_build_array(to_jsonb(excluded)));
  return true;
end
$$;

create trigger guard_batch_proof before insert or update or delete on public.batch_results
  for each row execute function private.guard_batch_proof();

create trigger guard_batch_proof before insert or update or delete on public.batch_documents
  for each row execute function private.guard_batch_proof();

create trigger record_delete after delete on public.batch_results
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.batch_results
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.batch_results
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger record_delete after delete on public.batch_documents
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.batch_documents
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.batch_documents
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

alter table public.batch_results enable row level security;
alter table public.batch_documents enable row level security;

create policy "Admins manage batch results" on public.batch_results
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins manage batch documents" on public.batch_documents
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on table public.batch_results, public.batch_documents from anon, authenticated, service_role;
grant select, insert, update, delete on table public.batch_results, public.batch_documents to authenticated;
grant all on table public.batch_results, public.batch_documents to service_role;
revoke execute on function private.analyte_key(text) from public;
revoke execute on function private.guard_batch_proof() from public;
revoke execute on function private.canonical_results(jsonb) from public;
revoke execute on function public.save_batch_results(uuid, jsonb, jsonb) from public;
grant execute on function private.analyte_key(text) to authenticated, service_role;
grant execute on function private.canonical_results(jsonb) to authenticated;
grant execute on function public.save_batch_results(uuid, jsonb, jsonb) to authenticated;
