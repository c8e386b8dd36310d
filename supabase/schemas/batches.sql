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

-- What was published of a batch, as it was signed; `body` is the RFC 8785 form without the signature.
create table public.batch_passports (
  batch_id uuid not null,
  revision integer not null,
  kind text not null,
  body text not null,
  sha256 text not null,
  signature text not null,
  created_at timestamptz default now() not null,
  constraint batch_passports_kind_check check (kind in ('release', 'correction', 'recall')),
  constraint batch_passports_pkey primary key (batch_id, revision),
  constraint batch_passports_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete restrict
);

-- Every release, correction and recall. Each entry holds the hash of the one before it and of its passport;
-- `head_signature` signs the log's length and last hash at that moment. Entries are only added.
create table public.transparency_log (
  seq bigint not null,
  at timestamptz not null,
  kind text not null,
  batch text not null,
  revision integer not null,
  passport_sha256 text not null,
  previous_sha256 text not null,
  sha256 text not null,
  head_signature text not null,
  constraint transparency_log_kind_check check (kind in ('release', 'correction', 'recall')),
  constraint transparency_log_pkey primary key (seq),
  constraint transparency_log_sha256_key unique (sha256)
);

-- One jar or bottle. Its code is nowhere here: only its HMAC under a key that the database never holds
-- (`key_id` says which).
create table public.unit_codes (
  id bigint generated always as identity,
  batch_id uuid not null,
  code_hmac text not null,
  key_id text not null,
  status text default 'issued' not null,
  first_checked_at timestamptz,
  check_count integer default 0 not null,
  created_at timestamptz default now() not null,
  constraint unit_codes_status_check check (status in ('issued', 'void')),
  constraint unit_codes_code_hmac_key unique (code_hmac),
  constraint unit_codes_pkey primary key (id),
  constraint unit_codes_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete restrict
);

create index unit_codes_batch_id_idx on public.unit_codes (batch_id);

create index unit_codes_checked_idx on public.unit_codes (batch_id) where first_checked_at is not null;

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

-- A shopper telling us of something odd. `pictures` are paths in the private bucket `code-reports`.
create table public.code_reports (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  outcome text,
  batch_id uuid,
  unit_id bigint,
  message text not null,
  bought_at text,
  email text,
  pictures text[] default '{}'::text[] not null,
  constraint code_reports_bought_at_check check (length(bought_at) <= 300),
  constraint code_reports_email_check check (length(email) <= 254),
  constraint code_reports_message_check check (btrim(message) <> '' and length(message) <= 5000),
  constraint code_reports_pictures_check check (cardinality(pictures) <= 3),
  constraint code_reports_pkey primary key (id),
  constraint code_reports_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete set null,
  constraint code_reports_unit_id_fkey
    foreign key (unit_id) references public.unit_codes(id) on delete set null
);

create index code_reports_created_at_idx on public.code_reports (created_at desc);

create index code_reports_batch_id_idx on public.code_reports (batch_id);

create index code_reports_unit_id_idx on public.code_reports (unit_id);

-- What the console asks the owner to look at. Of one thing at most one alert is open; what happens
-- meanwhile is counted on it.
create table public.code_alerts (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  last_seen_at timestamptz default now() not null,
  times integer default 1 not null,
  kind text not null,
  subject text not null,
  batch_id uuid,
  unit_id bigint,
  report_id uuid,
  detail jsonb default '{}'::jsonb not null,
  state text default 'open' not null,
  note text,
  closed_at timestamptz,
  closed_by uuid,
  constraint code_alerts_kind_check check (kind in (
    'many_networks', 'more_checks_than_units', 'void_checked', 'unknown_codes', 'report',
    'passport_changed'
  )),
  constraint code_alerts_note_check check (length(note) <= 5000),
  constraint code_alerts_state_check check (state in ('open', 'watching', 'closed')),
  constraint code_alerts_pkey primary key (id),
  constraint code_alerts_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete cascade,
  constraint code_alerts_unit_id_fkey
    foreign key (unit_id) references public.unit_codes(id) on delete cascade,
  constraint code_alerts_report_id_fkey
    foreign key (report_id) references public.code_reports(id) on delete cascade,
  constraint code_alerts_closed_by_fkey
    foreign key (closed_by) references auth.users(id) on delete set null
);

create unique index code_alerts_open_key on public.code_alerts (kind, subject) where state <> 'closed';

create index code_alerts_created_at_idx on public.code_alerts (created_at desc);

create index code_alerts_batch_id_idx on public.code_alerts (batch_id);

create index code_alerts_unit_id_idx on public.code_alerts (unit_id);

create index code_alerts_report_id_idx on public.code_alerts (report_id);

create index code_alerts_closed_by_idx on public.code_alerts (closed_by);

create index code_alerts_subject_idx on public.code_alerts (kind, subject, closed_at desc);

-- A recall is public from `announced_at` on; before, it is a draft.
create table public.recalls (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  reason text not null,
  instructions text not null,
  status text default 'draft' not null,
  announced_at timestamptz,
  created_by uuid default auth.uid(),
  constraint recalls_instructions_check check (btrim(instructions) <> '' and length(instructions) <= 5000),
  constraint recalls_reason_check check (btrim(reason) <> '' and length(reason) <= 5000),
  constraint recalls_status_check check (status in ('draft', 'sending', 'sent')),
  constraint recalls_pkey primary key (id),
  constraint recalls_created_by_fkey foreign key (created_by) references auth.users(id) on delete set null
);

create index recalls_created_by_idx on public.recalls (created_by);

create index recalls_announced_at_idx on public.recalls (announced_at desc);

create table public.recall_batches (
  recall_id uuid not null,
  batch_id uuid not null,
  constraint recall_batches_pkey primary key (recall_id, batch_id),
  constraint recall_batches_recall_id_fkey
    foreign key (recall_id) references public.recalls(id) on delete cascade,
  constraint recall_batches_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete restrict
);

create index recall_batches_batch_id_idx on public.recall_batches (batch_id);

-- Who bought from a recalled batch: one row for each email address, one for each order without one.
-- `sent_at` is written in the transaction that notes the mail server's yes.
create table public.recall_recipients (
  id uuid default gen_random_uuid() not null,
  recall_id uuid not null,
  email text,
  name text,
  order_ids uuid[] not null,
  token_hash text,
  queued_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  acknowledged_at timestamptz,
  created_at timestamptz default now() not null,
  constraint recall_recipients_email_check check (email = lower(email)),
  constraint recall_recipients_recall_id_email_key unique (recall_id, email),
  constraint recall_recipients_token_hash_key unique (token_hash),
  constraint recall_recipients_pkey primary key (id),
  constraint recall_recipients_recall_id_fkey
    foreign key (recall_id) references public.recalls(id) on delete cascade
);

create index recall_recipients_unsent_idx on public.recall_recipients (recall_id, id)
  where queued_at is null and email is not null;

-- Which batch went into which line of which order; `line` is the place in `order_items`, from 0.
create table public.order_line_batches (
  order_id uuid not null,
  line integer not null,
  batch_id uuid not null,
  quantity integer default 1 not null,
  created_at timestamptz default now() not null,
  constraint order_line_batches_line_check check (line >= 0),
  constraint order_line_batches_quantity_check check (quantity between 1 and 99),
  constraint order_line_batches_pkey primary key (order_id, line, batch_id),
  constraint order_line_batches_order_id_fkey
    foreign key (order_id) references public.orders(id) on delete cascade,
  constraint order_line_batches_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete restrict
);

create index order_line_batches_batch_id_idx on public.order_line_batches (batch_id);

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
    return format('The result for %s is beyond its limit.', found_analyte);
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

-- The rules of a batch's life, whoever writes: new ones are drafts with a code that fits a link, release
-- needs its proofs, and what was released keeps code and product.
create function private.guard_batch() returns trigger
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

-- A released batch's code is on the list of valid codes, a blocked one's is withdrawn. The server signs what
-- was released or recalled; it is told at once.
create function private.follow_batch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'released' then
    insert into public.validity_codes (code, product_name)
    select new.code, coalesce((select name from public.products where id = new.product_id), 'Default Product')
    on conflict (code) do nothing;
  elsif new.status = 'blocked' then
    delete from public.validity_codes where code = new.code;
  end if;
  perform pg_notify('passport_due', new.id::text);
  return null;
end
$$;

-- Proofs of what was published change by a correction alone (function `correct-batch`), which signs anew.
create function private.guard_batch_proof() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and exists (
    select from public.batches as b
    where b.status in ('released', 'recalled')
      and b.id in (case when tg_op <> 'INSERT' then old.batch_id end,
        case when tg_op <> 'DELETE' then new.batch_id end)
  ) then
    raise check_violation
      using message = 'This batch is published: publish a correction instead of changing it.';
  end if;
  return coalesce(new, old);
end
$$;

create function private.guard_log() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise check_violation using message = 'Entries of the transparency log are only added.';
end
$$;

-- Who closed an alert, and when.
create function private.close_alert() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.state = 'closed' and old.state <> 'closed' then
    new.closed_at := now();
    new.closed_by := auth.uid();
  elsif new.state <> 'closed' then
    new.closed_at := null;
    new.closed_by := null;
  end if;
  return new;
end
$$;

-- An announced recall says what it said.
create function private.guard_recall() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and old.status <> 'draft' then
    raise check_violation using message = 'This recall is announced.';
  end if;
  return coalesce(new, old);
end
$$;

create function private.guard_recall_batch() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and exists (
    select from public.recalls as r
    where r.status <> 'draft' and r.id = (case when tg_op = 'INSERT' then new.recall_id else old.recall_id end)
  ) then
    raise check_violation using message = 'This recall is announced.';
  end if;
  return coalesce(new, old);
end
$$;

-- The outbox says what became of a recall's email in the transaction that notes it.
create function private.note_recall_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recall_recipients set
    sent_at = case when new.status = 'sent' then coalesce(new.sent_at, now()) else sent_at end,
    failed_at = case when new.status = 'failed' then now() end
  where id = split_part(new.dedupe_key, ':', 3)::uuid;
  return null;
end
$$;

-- What was sent to a customer: for their own orders, and for admins all. `status` and `recall_id` say
-- whether a batch is recalled.
create function public.order_batches(order_ids uuid[])
returns table (order_id uuid, line integer, quantity integer, code text, status text, recall_id uuid)
language sql stable security definer set search_path = '' rows 20 as $$
  select sent.order_id, sent.line, sent.quantity, b.code, b.status, (
    select r.id from public.recall_batches as rb
    join public.recalls as r on r.id = rb.recall_id and r.announced_at is not null
    where rb.batch_id = b.id order by r.announced_at desc limit 1
  )
  from public.order_line_batches as sent
  join public.orders as o on o.id = sent.order_id
  join public.batches as b on b.id = sent.batch_id
  where sent.order_id = any (order_ids) and b.status in ('released', 'recalled')
    and (
      o.user_id = (select auth.uid()) and (select private.second_step_done())
      or (select private.is_admin())
    )
  order by sent.order_id, sent.line, b.code
$$;

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

-- How many units of each released batch are left, the oldest first. Raises insufficient_privilege for anybody
-- but an admin.
create function public.admin_batch_stock()
returns table (
  batch_id uuid, code text, product_id uuid, best_before date, units_made integer, packed bigint
)
language plpgsql stable security definer set search_path = '' rows 100 as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  return query
    select b.id, b.code, b.product_id, b.best_before, b.units_made, (
      select coalesce(sum(sent.quantity), 0)::bigint
      from public.order_line_batches as sent where sent.batch_id = b.id
    )
    from public.batches as b
    where b.status = 'released'
    order by b.best_before nulls last, b.code;
end
$$;

create trigger guard_batch before insert or update on public.batches
  for each row execute function private.guard_batch();

create trigger follow_batch after update of status on public.batches
  for each row when (new.status <> old.status) execute function private.follow_batch();

create trigger notify_content_updated after update on public.batches
  for each row when (old.status <> 'draft' or new.status <> 'draft')
  execute function private.notify_content_changed();

create trigger notify_content_changed after insert or update on public.batch_passports
  for each row execute function private.notify_content_changed();

create trigger notify_content_changed after update on public.recalls
  for each row execute function private.notify_content_changed();

create trigger guard_batch_proof before insert or update or delete on public.batch_results
  for each row execute function private.guard_batch_proof();

create trigger guard_batch_proof before insert or update or delete on public.batch_documents
  for each row execute function private.guard_batch_proof();

create trigger guard_log before update or delete on public.transparency_log
  for each row execute function private.guard_log();

create trigger close_alert before update of state on public.code_alerts
  for each row execute function private.close_alert();

create trigger guard_recall before update or delete on public.recalls
  for each row execute function private.guard_recall();

create trigger guard_recall_batch before insert or update or delete on public.recall_batches
  for each row execute function private.guard_recall_batch();

create trigger note_recall_email after update of status on private.email_outbox
  for each row when (new.dedupe_key like 'recall:%') execute function private.note_recall_email();

create trigger touch_updated_at before update on public.product_requirements
  for each row execute function private.touch_updated_at();

create trigger touch_updated_at before update on public.batches
  for each row execute function private.touch_updated_at();

create trigger record_delete after delete on public.batches
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.batches
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.batches
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

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

create trigger record_update after update on public.code_alerts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger record_delete after delete on public.recalls
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.recalls
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.recalls
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

alter table public.product_requirements enable row level security;
alter table public.batches enable row level security;
alter table public.batch_results enable row level security;
alter table public.batch_documents enable row level security;
alter table public.batch_passports enable row level security;
alter table public.transparency_log enable row level security;
alter table public.unit_codes enable row level security;
alter table public.code_checks enable row level security;
alter table public.code_reports enable row level security;
alter table public.code_alerts enable row level security;
alter table public.recalls enable row level security;
alter table public.recall_batches enable row level security;
alter table public.recall_recipients enable row level security;
alter table public.order_line_batches enable row level security;
alter table private.check_salts enable row level security;

create policy "Admins manage product requirements" on public.product_requirements
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins read batches" on public.batches
  for select to authenticated using ((select private.is_admin()));

create policy "Admins manage batch results" on public.batch_results
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins manage batch documents" on public.batch_documents
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins read batch passports" on public.batch_passports
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read transparency log" on public.transparency_log
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read unit codes" on public.unit_codes
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read code checks" on public.code_checks
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read code reports" on public.code_reports
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read code alerts" on public.code_alerts
  for select to authenticated using ((select private.is_admin()));

create policy "Admins manage recalls" on public.recalls
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins manage recall batches" on public.recall_batches
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins read recall recipients" on public.recall_recipients
  for select to authenticated using ((select private.is_admin()));

create policy "Admins manage order line batches" on public.order_line_batches
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins add batches" on public.batches
  for insert to authenticated with check ((select private.is_admin()));

create policy "Admins change batches" on public.batches
  for update to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins delete drafts" on public.batches
  for delete to authenticated using ((select private.is_admin()) and released_at is null);

create policy "Admins delete reports" on public.code_reports
  for delete to authenticated using ((select private.is_admin()));

create policy "Admins look after alerts" on public.code_alerts
  for update to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on table public.product_requirements, public.batches, public.batch_results, public.batch_documents,
  public.batch_passports, public.transparency_log, public.unit_codes, public.code_checks,
  public.code_reports, public.code_alerts, public.recalls, public.recall_batches,
  public.recall_recipients, public.order_line_batches from anon, authenticated, service_role;
grant select, insert, update, delete on table public.product_requirements, public.batch_results,
  public.batch_documents, public.recall_batches, public.order_line_batches to authenticated;
grant select, delete on table public.batches, public.recalls to authenticated;
grant insert (id, code, product_id, status, made_on, best_before, units_made, origin, note)
  on table public.batches to authenticated;
grant update (code, product_id, status, made_on, best_before, units_made, origin, note)
  on table public.batches to authenticated;
grant select on table public.batch_passports, public.transparency_log, public.code_checks,
  public.code_alerts to authenticated;
grant select (
  id, recall_id, email, name, order_ids, queued_at, sent_at, failed_at, acknowledged_at, created_at
) on table public.recall_recipients to authenticated;
grant select (id, batch_id, key_id, status, first_checked_at, check_count, created_at)
  on table public.unit_codes to authenticated;
grant select, delete on table public.code_reports to authenticated;
grant update (state, note) on table public.code_alerts to authenticated;
grant insert (id, reason, instructions) on table public.recalls to authenticated;
grant update (reason, instructions) on table public.recalls to authenticated;
grant all on table public.product_requirements, public.batches, public.batch_results, public.batch_documents,
  public.unit_codes, public.code_checks, public.code_reports, public.code_alerts, public.recalls,
  public.recall_batches, public.recall_recipients, public.order_line_batches to service_role;
grant select on table public.batch_passports, public.transparency_log to service_role;
revoke execute on function private.analyte_key(text) from public;
revoke execute on function private.default_analytes() from public;
revoke execute on function private.release_problem(uuid) from public;
revoke execute on function private.guard_batch() from public;
revoke execute on function private.follow_batch() from public;
revoke execute on function private.guard_batch_proof() from public;
revoke execute on function private.guard_log() from public;
revoke execute on function private.close_alert() from public;
revoke execute on function private.guard_recall() from public;
revoke execute on function private.guard_recall_batch() from public;
revoke execute on function private.note_recall_email() from public;
revoke execute on function public.order_batches(uuid[]) from public;
revoke execute on function public.admin_code_checks(date, date, text) from public;
revoke execute on function public.admin_batch_stock() from public;
grant execute on function public.admin_code_checks(date, date, text) to authenticated, service_role;
grant execute on function public.admin_batch_stock() to authenticated, service_role;
grant execute on function private.analyte_key(text) to authenticated, service_role;
grant execute on function public.order_batches(uuid[]) to authenticated, service_role;

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
