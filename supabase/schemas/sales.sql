-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Sums of orders and money, so that the dashboard need not read every order: by quarter of an hour,
-- from which the days of any time zone add up.
create table private.sales_quarters (
  quarter timestamptz not null,
  placed integer not null,
  sold integer not null,
  cents bigint not null,
  refunded_cents bigint not null,
  constraint sales_quarters_pkey primary key (quarter)
);

-- What each product brought by the UTC day of its sale, after refunds, whenever they were made.
create table private.product_sales (
  day date not null,
  name text,
  weight text not null,
  quantity bigint not null,
  cents numeric not null
);

-- What sales brought by the UTC day of the sale, country and code, after refunds, whenever they were made.
create table private.place_sales (
  day date not null,
  -- Empty where an order does not say.
  country text not null,
  code text not null,
  sold integer not null,
  cents bigint not null,
  constraint place_sales_pkey primary key (day, country, code)
);

-- Quarters whose sums no longer hold. What changes orders or money leaves lines here in its own
-- transaction; lines are only added, so that no sale waits for another.
create table private.stale_sales (
  quarter timestamptz not null
);

create index product_sales_day_idx on private.product_sales (day);

-- The quarter of an hour that a moment falls into.
create function private.quarter_of(moment timestamptz) returns timestamptz
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return date_bin('15 minutes', moment, '2000-01-01 00:00+00');
end
$$;

-- The sums of these quarters, from the rows themselves. A cancelled order is no sale, whether or not its
-- money went back; neither are its refunds.
create function private.count_sales(quarters timestamptz[])
returns setof private.sales_quarters
language sql stable set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select wanted.quarter, coalesce(sum(part.placed), 0)::integer,
    coalesce(sum(part.sold), 0)::integer, coalesce(sum(part.cents), 0)::bigint,
    coalesce(sum(part.refunded_cents), 0)::bigint
  from unnest(quarters) as wanted (quarter)
  left join lateral (
    select 1 as placed, 0 as sold, 0 as cents, 0 as refunded_cents
    from public.orders as placed
    where placed.created_at >= wanted.quarter
      and placed.created_at < wanted.quarter + interval '15 minutes'
      and placed.payment_status not in ('expired', 'failed')
    union all
    select 0, 1, sale.cents, 0
    from private.sales as sale
    where sale.paid_at >= wanted.quarter and sale.paid_at < wanted.quarter + interval '15 minutes'
      and not sale.cancelled
    union all
    select 0, 0, 0, refund.amount_cents
    from private.refunds_of_sales as refund
    where refund.created_at >= wanted.quarter
      and refund.created_at < wanted.quarter + interval '15 minutes'
      and not refund.cancelled
  ) as part on true
  group by 1
$$;

-- What refunds and lost disputes left of an order's lines, without added tax. A refund of chosen items is
-- taken off these, as far as anything is left of them. What it gave back beyond that, and any other amount,
-- is taken off all that is left, in proportion, in whole cents. The arrays hold, by line, what was paid for
-- it without added tax, its tax and its pieces; `added` is the order's tax on top of its prices.
create function private.lines_left(
  of_order uuid,
  received numeric,
  tax numeric,
  added numeric,
  goods numeric[],
  taxes numeric[],
  quantities integer[]
)
returns table (place integer, pieces integer, cents numeric)
language plpgsql stable set search_path = '' as $$
declare
  -- By part: the lines, and before them what is no line's, as delivery.
  last constant integer := cardinality(goods) + 1;
  quantity constant integer[] := 1 || quantities;
  extra numeric[];
  paid numeric[];
  gone numeric[] := array_fill(0::numeric, array[last]);
  named integer[] := array_fill(0, array[last]);
  sent_back integer[] := named;
  units integer[] := named;
  cost numeric[] := gone;
  returned record;
  remaining numeric;
  pot numeric;
  share numeric;
  is_whole boolean;
begin
  -- Added tax by the parts' taxes and largest remainder, as domain/refund-parts.ts shares it out to say
  -- what chosen items cost.
  extra := array(
    select coalesce(
      part.share + (row_number() over (order by part.odd desc, part.line = 1, part.line)
        <= added - sum(part.share) over ())::integer, 0
    )
    from (
      select each.line, div(added * each.tax, each.all_tax) as share,
        mod(added * each.tax, each.all_tax) as odd
      from (
        select taxed.line, taxed.tax, nullif(sum(taxed.tax) over (), 0) as all_tax
        from unnest(
          greatest(tax - (select sum(of_line) from unnest(taxes) as of_line), 0) || taxes
        ) with ordinality as taxed (tax, line)
      ) as each
    ) as part
    order by part.line
  );
  paid := array(
    select part.cents + part.added
    from unnest(0::numeric || goods, extra) with ordinality as part (cents, added, line)
    order by part.line
  );
  paid[1] := received - (select sum(of_line) from unnest(paid[2:]) as of_line);

  for returned in
    select refund.amount_cents, refund.lines from private.refunds_of_sales as refund
    where refund.order_id = of_order order by refund.created_at, refund.id
  loop
    remaining := 0;
    for i in 1 .. last loop
      units[i] := least(quantity[i] - named[i], coalesce(
        case
          when i = 1 then (returned.lines ->> 'delivery')::boolean::integer
          else (
            select sum((chosen ->> 'quantity')::integer)
            from jsonb_array_elements(returned.lines -> 'lines') as chosen
            where (chosen ->> 'line')::integer = i - 2
          )
        end, 0
      ));
      cost[i] := case when units[i] = 0 then 0
        else private.share_of(paid[i], quantity[i], named[i], units[i]) end;
      named[i] := named[i] + units[i];
      remaining := remaining + cost[i];
    end loop;

    pot := returned.amount_cents;
    is_whole := pot >= remaining or coalesce((returned.lines ->> 'restock')::boolean, false);
    for i in 1 .. last loop
      -- Who gave less than pieces cost has left them with the customer, unless they are back in stock.
      if is_whole then
        sent_back[i] := sent_back[i] + units[i];
      end if;
      if cost[i] > 0 then
        share := div(pot * cost[i], remaining);
        remaining := remaining - cost[i];
        pot := pot - share;
        cost[i] := least(share, paid[i] - gone[i]);
        gone[i] := gone[i] + cost[i];
      end if;
    end loop;

    pot := returned.amount_cents - (select sum(taken) from unnest(cost) as taken);
    remaining := received - (select sum(taken) from unnest(gone) as taken);
    -- A bank may take more than there was left.
    pot := least(pot, remaining);
    for i in 1 .. last loop
      exit when remaining = 0;
      share := div(pot * (paid[i] - gone[i]), remaining);
      remaining := remaining - (paid[i] - gone[i]);
      pot := pot - share;
      gone[i] := gone[i] + share;
    end loop;
  end loop;

  remaining := received - (select sum(taken) from unnest(gone) as taken);
  for i in 2 .. last loop
    place := i - 1;
    pieces := case when received > 0 and remaining = 0 or paid[i] > 0 and gone[i] = paid[i] then 0
      else quantity[i] - sent_back[i] end;
    cents := case when paid[i] = 0 then 0
      else paid[i] - gone[i] - private.share_of(extra[i], paid[i], gone[i], paid[i] - gone[i]) end;
    return next;
  end loop;
end
$$;

-- What each product brought by sales between two moments, by UTC day, from the rows themselves: what was
-- paid for its lines, less their discount and what went back of it, without delivery and added tax. Of what
-- was given back whole or cancelled nothing counts. Where lines cost more than the order says, as in orders
-- from before discounts were stored by line, they share what it says; so too where another amount was received.
create function private.count_product_sales(since timestamptz, until timestamptz)
returns setof private.product_sales
language sql stable set search_path = ''
-- A plan made for any moments would read every payment for the few of a day.
set enable_seqscan = off
set jit = off
as $$
  with sold as materialized (
    select sale.order_id, (sale.paid_at at time zone 'UTC')::date as day, sale.order_items,
      sale.cents::numeric as received, nullif(sale.total_amount * 100, 0) as total,
      (bought.subtotal_amount - bought.discount_amount) * 100 as goods, bought.tax_amount * 100 as tax,
      (bought.tax_amount - bought.tax_included_amount) * 100 as added
    from private.sales as sale
    join public.orders as bought on bought.id = sale.order_id
    where sale.paid_at >= since and sale.paid_at < until and not sale.cancelled
  ),
  lines as materialized (
    select sold.order_id, item.place, item.content ->> 'name' as name,
      coalesce(item.content ->> 'weight', '') as weight, said.quantity,
      greatest(round(said.price * said.quantity * 100) - round(said.discount * 100), 0) as net,
      round(said.tax * 100) as tax
    from sold
    cross join jsonb_array_elements(
      case jsonb_typeof(sold.order_items) when 'array' then sold.order_items else '[]' end
    ) with ordinality as item (content, place)
    cross join lateral (
      select
        case when item.content ->> 'quantity' ~ '^\d{1,9}$'
          then (item.content ->> 'quantity')::integer else 1 end as quantity,
        case when item.content ->> 'price' ~ '^\d{1,12}(\.\d+)?$'
          then (item.content ->> 'price')::numeric else 0 end as price,
        case when item.content ->> 'discount' ~ '^\d{1,12}(\.\d+)?$'
          then (item.content ->> 'discount')::numeric else 0 end as discount,
        case when item.content ->> 'tax' ~ '^\d{1,12}(\.\d+)?$'
          then (item.content ->> 'tax')::numeric else 0 end as tax
    ) as said
  ),
  summed as (
    select lines.*, sum(net) over (partition by order_id) as all_net,
      sum(net) over (partition by order_id order by place) as up_to
    from lines
  ),
  paid as materialized (
    select summed.order_id, sold.day, summed.place, summed.name, summed.weight, summed.quantity, summed.tax,
      case when pot.cents = all_net then net
        when all_net = 0 then 0
        else div(pot.cents * up_to, all_net) - div(pot.cents * (up_to - net), all_net) end as cents
    from summed
    join sold using (order_id)
    cross join lateral (
      select case when sold.received = coalesce(sold.total, 0) then least(sold.goods, all_net)
        else coalesce(div(least(sold.goods, all_net) * sold.received, sold.total), 0) end as cents
    ) as pot
  ),
  touched as materialized (
    select sold.order_id from sold join public.refunds as refund on refund.order_id = sold.order_id
    union
    select sold.order_id from sold join public.disputes as dispute on dispute.order_id = sold.order_id
  ),
  remaining as (
    select parts.order_id, left_over.*
    from (
      select paid.order_id, array_agg(paid.cents order by paid.place) as goods,
        array_agg(paid.tax order by paid.place) as taxes,
        array_agg(paid.quantity order by paid.place) as quantities
      from touched
      join paid using (order_id)
      group by 1
    ) as parts
    join sold using (order_id)
    cross join lateral private.lines_left(
      parts.order_id, sold.received, sold.tax,
      case when sold.received = coalesce(sold.total, 0) then sold.added
        else coalesce(div(sold.added * sold.received, sold.total), 0) end,
      parts.goods, parts.taxes, parts.quantities
    ) as left_over
  ),
  kept as (
    select paid.day, paid.name, paid.weight, coalesce(remaining.pieces, paid.quantity) as pieces,
      coalesce(remaining.cents, paid.cents) as cents
    from paid
    left join remaining on remaining.order_id = paid.order_id and remaining.place = paid.place
  )
  select day, name, weight, sum(pieces), sum(cents)
  from kept
  where pieces > 0 or cents > 0
  group by 1, 2, 3
$$;

-- Where an order goes: what its amounts depended on, else how its address ends.
create function private.country_of_order(ship_country text, address text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(ship_country, substring(address from '[\n,]\s*([A-Z]{2})\s*$'), '')
$$;

-- The same from the rows themselves, between two moments.
create function private.count_place_sales(since timestamptz, until timestamptz)
returns setof private.place_sales
language sql stable set search_path = ''
set enable_seqscan = off
set jit = off
as $$
  select (bought.paid_at at time zone 'UTC')::date,
    private.country_of_order(bought.ship_country, bought.address),
    coalesce(bought.discount_code, ''), count(*)::integer,
    sum(sale.cents - coalesce(given_back.cents, 0))::bigint
  from public.orders as bought
  join private.sales as sale on sale.order_id = bought.id
  left join lateral (
    select sum(refund.amount_cents)::bigint as cents from private.refunds_of_sales as refund
    where refund.order_id = bought.id
  ) as given_back on true
  where bought.paid_at >= since and bought.paid_at < until and not sale.cancelled
  group by 1, 2, 3
$$;

-- Brings the sums of stale quarters up to date, of all or of the first `most`, and says whether more are
-- left. One statement: it counts exactly the changes whose lines it removes.
create function private.sum_sales(most integer default null) returns boolean
language sql set search_path = '' as $$
  with gone as (
    delete from private.stale_sales where quarter in (
      select quarter from private.stale_sales group by quarter order by quarter limit most
    )
    returning quarter
  ),
  quarters as materialized (
    select distinct quarter from gone
  ),
  days as materialized (
    select distinct (quarter at time zone 'UTC')::date as day from quarters
  ),
  -- One statement may not delete a row and insert it again.
  summed_places as materialized (
    select counted.*
    from days, private.count_place_sales(
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
    ) as counted
  ),
  former as (
    delete from private.product_sales where day in (select day from days)
  ),
  latter as (
    insert into private.product_sales
    select counted.*
    from days, private.count_product_sales(
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'
    ) as counted
  ),
  former_places as (
    delete from private.place_sales where day in (select day from days)
      and not exists (select from summed_places where (summed_places.day, summed_places.country, summed_places.code)
        = (place_sales.day, place_sales.country, place_sales.code))
  ),
  latter_places as (
    insert into private.place_sales select * from summed_places
    on conflict (day, country, code) do update set sold = excluded.sold, cents = excluded.cents
  )
  insert into private.sales_quarters
  select counted.*
  from private.count_sales(array(select quarter from quarters)) as counted
  on conflict (quarter) do update set placed = excluded.placed, sold = excluded.sold,
    cents = excluded.cents, refunded_cents = excluded.refunded_cents;
  select exists (select from private.stale_sales);
$$;

-- For rows that came without their triggers, as an import's do.
create function private.rebuild_sales() returns void
language sql set search_path = '' as $$
  delete from private.sales_quarters;
  delete from private.product_sales;
  delete from private.place_sales;
  delete from private.stale_sales;
  insert into private.stale_sales
    select private.quarter_of(created_at) from public.orders
    union select private.quarter_of(paid_at) from public.orders where paid_at is not null
    union select private.quarter_of(created_at) from private.refunds_of_sales;
  select private.sum_sales();
$$;

-- Every quarter that an order, its refunds or disputes count in, as it was before a change and as it is after
-- it.
create function private.mark_stale_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.stale_sales (quarter)
  select distinct private.quarter_of(moment.at)
  from (
    select unnest(array[old.created_at, old.paid_at, new.created_at, new.paid_at]) as at
    union all
    select coalesce(refund.counted_at, refund.created_at) from public.refunds as refund
    where refund.order_id in (old.id, new.id)
    union all
    select dispute.updated_at from public.disputes as dispute
    where dispute.order_id in (old.id, new.id)
  ) as moment
  where moment.at is not null;
  return null;
end
$$;

create trigger mark_stale_sales_of_new after insert or delete on public.orders
  for each row execute function private.mark_stale_sales();

create trigger mark_stale_sales after update on public.orders
  for each row when (
    (old.created_at, old.paid_at, old.payment_status, old.total_amount, old.subtotal_amount,
      old.discount_amount, old.tax_amount, old.tax_included_amount, old.order_items,
      old.status = 'cancelled', old.ship_country, old.address)
    is distinct from
    (new.created_at, new.paid_at, new.payment_status, new.total_amount, new.subtotal_amount,
      new.discount_amount, new.tax_amount, new.tax_included_amount, new.order_items,
      new.status = 'cancelled', new.ship_country, new.address)
  )
  execute function private.mark_stale_sales();

revoke execute on function private.quarter_of(moment timestamptz) from public;
revoke execute on function private.count_sales(quarters timestamptz[]) from public;
revoke execute on function private.lines_left(
  of_order uuid, received numeric, tax numeric, added numeric,
  goods numeric[], taxes numeric[], quantities integer[]
) from public;
revoke execute on function private.count_product_sales(since timestamptz, until timestamptz) from public;
revoke execute on function private.country_of_order(ship_country text, address text) from public;
revoke execute on function private.count_place_sales(since timestamptz, until timestamptz) from public;
revoke execute on function private.sum_sales(most integer) from public;
revoke execute on function private.rebuild_sales() from public;
revoke execute on function private.mark_stale_sales() from public;
