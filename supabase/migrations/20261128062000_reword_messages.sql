-- Messages in the field's words.

create or replace function private.release_problem(batch uuid) returns text
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
          using message = format('The limit for %s is less strict than the default.', problem);
      end if;
      new.released_at := now();
    end if;
  end if;
  return new;
end
$$;

create or replace function private.move_stock_of_free_order() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  short jsonb;
begin
  if new.status = 'cancelled' then
    if not exists (select from public.shipments as parcel where parcel.order_id = new.id) then
      perform private.give_back_stock(new.id, 'returned');
    end if;
    return null;
  end if;
  short := private.take_stock(new.id, (
    select coalesce(jsonb_agg(to_jsonb(sold)), '[]')
    from (
      select distinct on (product_id) product_id, -change as quantity from public.stock_movements
      where order_id = new.id and reason = 'sold'
      order by product_id, id
    ) as sold
    where not private.held_stock(new.id) ? sold.product_id::text
  ));
  if short is not null then
    raise check_violation using message = format(
      'Order #%s stays canceled: its stock was put back, and %s.',
      left(new.id::text, 8),
      (
        select string_agg(
          case line.available
            when 0 then format('%s is sold out', product.name)
            when 1 then format('only 1 of %s is left', product.name)
            else format('only %s of %s are left', line.available, product.name)
          end, ', ' order by product.name, product.id
        )
        from jsonb_to_recordset(short) as line (id uuid, available integer)
        join public.products as product on product.id = line.id
      )
    );
  end if;
  return null;
end
$$;
