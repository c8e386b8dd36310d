-- Who notes batches learns also whether one that stands there was recalled since.
-- Older programs: read the columns that they know, by name.
drop function public.note_line_batches(jsonb, boolean);

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

revoke execute on function public.note_line_batches(jsonb, boolean) from public;
grant execute on function public.note_line_batches(jsonb, boolean) to authenticated, service_role;
