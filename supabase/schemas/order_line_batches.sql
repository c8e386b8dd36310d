-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

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

-- Notes from which batches lines of orders are packed: `lines` is [{"order_id", "line", "batches":
-- [{"batch_id", "quantity"}]}], each line once. A line that has batches keeps them, unless `replace` is true;
-- of a line with "seen", in the form of "batches", no others than these are replaced. Answers what then stands
-- on these lines. Raises insufficient_privilege for anybody but an admin, and check_violation for a batch
-- that is not released.
create function public.note_line_batches(lines jsonb, replace boolean default false)
returns table (order_id uuid, line integer, batch_id uuid, code text, quantity integer, status text)
language plpgsql set search_path = '' rows 100 as $$
#variable_conflict use_column
declare
  unfit record;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  -- Of two packers at once the second finds what the first has noted.
  perform pg_advisory_xact_lock(hashtextextended('note line batches', 0));
  -- None of them is recalled meanwhile: a recall goes to whom it finds in lines.
  select b.code, b.status into unfit
  from (
    select locked.code, locked.status from public.batches as locked
    where locked.id in (
      select part.batch_id
      from jsonb_to_recordset(lines) as given (order_id uuid, line integer, batches jsonb),
        jsonb_to_recordset(given.batches) as part (batch_id uuid)
      where replace or not exists (
        select from public.order_line_batches as noted
        where noted.order_id = given.order_id and noted.line = given.line
      )
    )
    order by locked.code for share
  ) as b
  where b.status <> 'released' limit 1;
  if found then
    raise check_violation
      using message = format('Batch %s is %s: only released batches are packed.', unfit.code, unfit.status);
  end if;
  if replace then
    delete from public.order_line_batches as noted
    using jsonb_to_recordset(lines) as given (order_id uuid, line integer, seen jsonb),
      lateral (
        select jsonb_agg(jsonb_build_object('batch_id', stored.batch_id, 'quantity', stored.quantity))
          as batches
        from public.order_line_batches as stored
        where stored.order_id = given.order_id and stored.line = given.line
      ) as now
    where noted.order_id = given.order_id and noted.line = given.line
      -- What another packer has noted meanwhile stays.
      and (given.seen is null or (now.batches @> given.seen and now.batches <@ given.seen));
  end if;
  insert into public.order_line_batches (order_id, line, batch_id, quantity)
  select given.order_id, given.line, part.batch_id, part.quantity
  from jsonb_to_recordset(lines) as given (order_id uuid, line integer, batches jsonb),
    jsonb_to_recordset(given.batches) as part (batch_id uuid, quantity integer)
  where not exists (
    select from public.order_line_batches as noted
    where noted.order_id = given.order_id and noted.line = given.line
  );
  return query
    select noted.order_id, noted.line, noted.batch_id, b.code, noted.quantity, b.status
    from jsonb_to_recordset(lines) as given (order_id uuid, line integer)
    join public.order_line_batches as noted
      on noted.order_id = given.order_id and noted.line = given.line
    join public.batches as b on b.id = noted.batch_id
    order by noted.order_id, noted.line, b.code;
end
$$;

alter table public.order_line_batches enable row level security;

create policy "Admins manage order line batches" on public.order_line_batches
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke all on table public.order_line_batches from anon, authenticated, service_role;
grant select, insert, update, delete on table public.order_line_batches to authenticated;
grant all on table public.order_line_batches to service_role;
revoke execute on function public.order_batches(uuid[]) from public;
revoke execute on function public.admin_batch_stock() from public;
revoke execute on function public.note_line_batches(jsonb, boolean) from public;
grant execute on function public.admin_batch_stock() to authenticated, service_role;
grant execute on function public.note_line_batches(jsonb, boolean) to authenticated, service_role;
grant execute on function public.order_batches(uuid[]) to authenticated, service_role;
