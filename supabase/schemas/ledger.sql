-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Every return of money for paid orders: refunds and disputes as the sums of sales count them, and those
-- that kept the money for a while only, until `reversed_at`: disputes that were lost, then not, and refunds
-- that the bank returned, unless it did before the sale counted.
create view private.returned_money as
  select returned.order_id, returned.created_at as moved_at, returned.amount_cents, returned.kind,
    case returned.kind when 'dispute' then private.loss_id(returned.id) else returned.id end as id,
    returned.provider, returned.reference, returned.currency, returned.lines,
    null::timestamptz as reversed_at
  from private.refunds_of_sales as returned
  union all
  select dispute.order_id, greatest(dispute.former_loss_at, bought.paid_at), dispute.former_loss_cents,
    'dispute', private.loss_id(dispute.id), dispute.provider, dispute.reference, dispute.currency, null,
    dispute.reversed_at
  from public.disputes as dispute
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where dispute.reversed_at > bought.paid_at
    and payment.standing <> 'surplus'
  union all
  select dispute.order_id, greatest(former.lost_at, bought.paid_at), former.cents, 'dispute', former.id,
    dispute.provider, dispute.reference, dispute.currency, null, former.reversed_at
  from private.former_losses as former
  join public.disputes as dispute on dispute.id = former.dispute_id
  join public.payments as payment on payment.id = dispute.payment_id
  join public.orders as bought on bought.id = dispute.order_id
  where former.reversed_at > bought.paid_at
    and payment.standing <> 'surplus'
  union all
  select refund.order_id, greatest(refund.counted_at, refund.created_at, bought.paid_at),
    refund.amount_cents, 'refund', refund.id, refund.provider, refund.reference, refund.currency,
    refund.lines, refund.reversed_at
  from public.refunds as refund
  join public.payments as payment on payment.id = refund.payment_id
  join public.orders as bought on bought.id = refund.order_id
  where refund.reversed_at > bought.paid_at
    and payment.standing <> 'surplus';

-- A part of an order, in cents. `paid` is what the customer paid for it: less its discount, with added
-- tax. `line` is the place in `order_items`, -1 for delivery, null for a whole order as one part.
create type private.sale_part as (
  line integer,
  quantity numeric,
  paid numeric,
  discount numeric,
  delivery numeric,
  tax_added numeric,
  tax_included numeric,
  difference numeric,
  percent numeric
);

-- The lines of a paid order, and its delivery. An order whose lines do not add up to what was received
-- is one part at no known rate; `difference` is what was received beyond its total.
create function private.parts_of_sale(of_order uuid) returns setof private.sale_part
language plpgsql stable strict set search_path = '' as $$
begin
  return query
    with sale as (
      select bought.order_items, bought.discount_amount * 100 as discount,
        bought.delivery_amount * 100 as delivery, bought.tax_amount * 100 as tax,
        bought.tax_included_amount * 100 as tax_included,
        (bought.tax_amount - bought.tax_included_amount) * 100 as tax_added,
        bought.total_amount * 100 as total, sold.cents::numeric as received
      from public.orders as bought
      join private.sales as sold on sold.order_id = bought.id
      where bought.id = of_order
    ),
    lines as (
      select (item.place - 1)::integer as line, said.quantity,
        said.price * said.quantity * 100 as amount, said.discount * 100 as discount,
        said.tax * 100 as tax
      from sale
      cross join jsonb_array_elements(
        case jsonb_typeof(sale.order_items) when 'array' then sale.order_items else '[]' end
      ) with ordinality as item (content, place)
      cross join lateral (
        select coalesce(max(field.value::numeric) filter (where field.key = 'price'), 0) as price,
          coalesce(max(field.value::numeric) filter (where field.key = 'quantity'), 1) as quantity,
          coalesce(max(field.value::numeric) filter (where field.key = 'discount'), 0) as discount,
          coalesce(max(field.value::numeric) filter (where field.key = 'tax'), 0) as tax
        from jsonb_each(
          case jsonb_typeof(item.content) when 'object' then item.content else '{}' end
        ) as field
        where jsonb_typeof(field.value) = 'number'
      ) as said
    ),
    untaxed as (
      select line, quantity, amount, discount, 0 as delivery, tax from lines
      union all
      select -1, 1, 0, 0, sale.delivery, sale.tax - (select coalesce(sum(lines.tax), 0) from lines)
      from sale
    ),
    parts as (
      select part.line, part.quantity,
        part.amount - part.discount + part.delivery + taxed.added as paid, part.discount,
        part.delivery, taxed.added as tax_added, part.tax - taxed.added as tax_included,
        rate.percent
      from sale
      cross join untaxed as part
      left join private.order_taxes as rate on rate.order_id = of_order and rate.part = part.line
      cross join lateral (
        -- Of orders from before rates were recorded, only the sums are known.
        select case when coalesce(rate.included, sale.tax_added = 0) then 0 else part.tax end as added
      ) as taxed
    ),
    sums as (
      select sum(paid) as paid, sum(discount) as discount, sum(tax_added) as tax_added,
        min(least(quantity - 1, paid, discount, tax_added, tax_included)) as lowest
      from parts
    ),
    fits as (
      select sums.lowest >= 0 and (sums.paid, sums.discount, sums.tax_added)
        = (sale.received, sale.discount, sale.tax_added) as yes
      from sale, sums
    )
    select line, quantity, paid, discount, delivery, tax_added, tax_included, 0, percent
    from parts, fits where fits.yes
    union all
    select null, 1, received, discount, delivery, tax_added, tax_included, received - total, null
    from sale, fits where not fits.yes;
end
$$;

-- How much of an amount belongs to the next units after so many of all: in whole cents that add up.
create function private.share_of(amount numeric, of_all numeric, gone numeric, next numeric)
returns numeric
language sql immutable set search_path = '' as $$
  select div(amount * (gone + next), of_all) - div(amount * gone, of_all)
$$;

-- [{"percent": 8.875, "included": false, "amount": 3.54}]: the tax of parts, in cents, by its rate.
create function private.sum_taxes(parts jsonb, sign integer) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'percent', rate.percent, 'included', rate.included, 'amount', round(sign * rate.cents / 100, 2)
      ) order by rate.percent, rate.included
    ), '[]'
  )
  from (
    select (part ->> 'percent')::numeric as percent, tax.included, sum(tax.cents) as cents
    from jsonb_array_elements(parts) as part
    cross join lateral (
      values (false, (part ->> 'tax_added')::numeric), (true, (part ->> 'tax_included')::numeric)
    ) as tax (included, cents)
    group by 1, 2
    having sum(tax.cents) <> 0
  ) as rate
$$;

-- What each return of money gave back of its order, in cents. A refund of chosen items is taken from
-- these, any other amount from all that is left, in proportion. Discount and tax of a part follow what
-- is taken from it, so that an order that was returned whole was returned to the cent.
create function private.returns_of_sale(of_order uuid)
returns table (
  kind text,
  id uuid,
  discount numeric,
  delivery numeric,
  tax_added numeric,
  tax_included numeric,
  difference numeric,
  taxes jsonb
)
language plpgsql stable strict set search_path = '' as $$
declare
  parts constant private.sale_part[] := array(
    select part from private.parts_of_sale(of_order) as part order by part.line
  );
  part private.sale_part;
  back private.sale_part;
  returned record;
  -- By part: cents that went back, units that refunds named, and cents of the return at hand.
  gone numeric[] := array_fill(0::numeric, array[cardinality(parts)]);
  named numeric[] := gone;
  taken numeric[] := gone;
  -- What returns that were reversed later had taken, by id.
  held jsonb := '{}';
  units numeric;
  given numeric;
  remaining numeric;
  pot numeric;
  fits boolean;
begin
  for returned in
    select each.*, step.reverses
    from private.returned_money as each
    cross join lateral (
      select false as reverses, each.moved_at as at
      union all
      select true, greatest(each.reversed_at, each.moved_at) where each.reversed_at is not null
    ) as step
    where each.order_id = of_order order by step.at, each.id, step.reverses
  loop
    if returned.reverses then
      taken := array(
        select cents::numeric
        from jsonb_array_elements_text(held -> returned.id::text) with ordinality as kept (cents, place)
        order by place
      );
    end if;
    fits := true;
    pot := returned.amount_cents;
    for i in 1 .. cardinality(parts) loop
      part := parts[i];
      units := coalesce(
        case
          when part.line = -1 then (returned.lines ->> 'delivery')::boolean::integer
          else (
            select sum((chosen ->> 'quantity')::numeric)
            from jsonb_array_elements(returned.lines -> 'lines') as chosen
            where (chosen ->> 'line')::integer = part.line
          )
        end, 0
      );
      if returned.reverses then
        named[i] := named[i] - units;
        gone[i] := gone[i] - taken[i];
        continue;
      end if;
      taken[i] := private.share_of(part.paid, part.quantity, named[i], units);
      named[i] := named[i] + units;
      pot := pot - taken[i];
      fits := fits and gone[i] + taken[i] <= part.paid;
    end loop;

    if not returned.reverses and (not fits or pot <> 0) then
      remaining := 0;
      for i in 1 .. cardinality(parts) loop
        part := parts[i];
        remaining := remaining + part.paid - gone[i];
      end loop;
      pot := least(returned.amount_cents, remaining);
      for i in 1 .. cardinality(parts) loop
        part := parts[i];
        taken[i] := case when remaining = 0 then 0
          else div(pot * (part.paid - gone[i]), remaining) end;
        remaining := remaining - (part.paid - gone[i]);
        pot := pot - taken[i];
      end loop;
    end if;

    select sum(cents) into given from unnest(taken) as cents;
    remaining := -given;
    for i in 1 .. cardinality(parts) loop
      part := parts[i];
      remaining := remaining + part.paid - gone[i];
    end loop;

    kind := returned.kind || case when returned.reverses then '_reversal' else '' end;
    id := returned.id;
    discount := 0;
    delivery := 0;
    tax_added := 0;
    tax_included := 0;
    -- A bank may take more than there was left.
    difference := returned.amount_cents - given;
    taxes := '[]';
    for i in 1 .. cardinality(parts) loop
      part := parts[i];
      if part.paid = 0 then
        -- A line that cost nothing goes with the last of the others.
        if given > 0 and remaining = 0 then
          discount := discount + part.discount;
        end if;
        continue;
      end if;
      back := part;
      back.discount := private.share_of(part.discount, part.paid, gone[i], taken[i]);
      back.tax_added := private.share_of(part.tax_added, part.paid, gone[i], taken[i]);
      back.tax_included := private.share_of(part.tax_included, part.paid, gone[i], taken[i]);
      discount := discount + back.discount;
      delivery := delivery + case
        when part.line = -1 then taken[i] - back.tax_added
        else private.share_of(part.delivery, part.paid, gone[i], taken[i])
      end;
      tax_added := tax_added + back.tax_added;
      tax_included := tax_included + back.tax_included;
      difference := difference + private.share_of(part.difference, part.paid, gone[i], taken[i]);
      taxes := taxes || to_jsonb(back);
      if not returned.reverses then
        gone[i] := gone[i] + taken[i];
      end if;
    end loop;
    if not returned.reverses and returned.reversed_at is not null then
      held := held || jsonb_build_object(returned.id, to_jsonb(taken));
    end if;
    return next;
  end loop;
end
$$;

-- Money that came or went between two days, one row each, oldest first, 1,000 at most; the rest is asked for
-- with `moved_at` and `key` of the last row. In every row subtotal - discount + delivery + tax_added
-- + difference = amount, and net is without tax. All amounts add up to what admin_sales counts, and to the
-- payments for orders that were canceled without a refund, which are no sales.
create function public.admin_ledger(
  first_day date,
  last_day date,
  zone text,
  after_at timestamptz default null,
  after_key text default null
) returns table (
  moved_at timestamptz,
  key text,
  day date,
  kind text,
  order_id uuid,
  provider text,
  reference text,
  currency text,
  subtotal numeric,
  discount numeric,
  delivery numeric,
  tax_added numeric,
  tax_included numeric,
  taxes jsonb,
  difference numeric,
  amount numeric,
  net numeric,
  country text,
  region text
)
language plpgsql stable security definer set search_path = ''
set jit = off
as $$
declare
  since constant timestamptz := greatest(first_day::timestamp at time zone zone, after_at);
  until timestamptz := (last_day + 1)::timestamp at time zone zone;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  -- A thousand sales fill a page: what moved after the last of them is on a later one.
  until := least(until, (
    select bought.paid_at + interval '1 microsecond' from public.orders as bought
    where bought.paid_at >= since and bought.paid_at < until
      and (after_at is null or bought.paid_at > after_at)
    order by bought.paid_at offset 999 limit 1
  ));
  return query
    with page as materialized (
      select movement.* from (
        (
          select bought.paid_at as moved_at, 'sale:' || bought.id as key, 'sale' as kind,
            bought.id, bought.id as order_id, 1 as sign, null::bigint as cents,
            null::text as provider, null::text as reference, null::text as currency
          from public.orders as bought
          where bought.paid_at >= since and bought.paid_at < until
            and (after_at is null or bought.paid_at > after_at or 'sale:' || bought.id > after_key)
          order by 1, 2 limit 1000
        )
        union all
        (
          select returned.moved_at, returned.kind || ':' || returned.id, returned.kind, returned.id,
            returned.order_id, -1, returned.amount_cents, returned.provider, returned.reference,
            returned.currency
          from private.returned_money as returned
          where returned.moved_at >= since and returned.moved_at < until
            and (
              after_at is null or returned.moved_at > after_at
              or returned.kind || ':' || returned.id > after_key
            )
          order by 1, 2 limit 1000
        )
        union all
        (
          select returned.reversed_at, 'reversal:' || returned.id, returned.kind || '_reversal', returned.id,
            returned.order_id, 1, returned.amount_cents, returned.provider, returned.reference,
            returned.currency
          from private.returned_money as returned
          where returned.reversed_at >= since and returned.reversed_at < until
            and (
              after_at is null or returned.reversed_at > after_at
              or 'reversal:' || returned.id > after_key
            )
          order by 1, 2 limit 1000
        )
      ) as movement
      order by movement.moved_at, movement.key limit 1000
    )
    select page.moved_at, page.key, (page.moved_at at time zone zone)::date, page.kind,
      page.order_id, coalesce(page.provider, payment.provider),
      coalesce(page.reference, payment.reference),
      coalesce(page.currency, payment.currency, bought.currency),
      round(
        (money.cents + money.discount - money.delivery - money.tax_added - money.difference) / 100, 2
      ),
      round(money.discount / 100, 2), round(money.delivery / 100, 2),
      round(money.tax_added / 100, 2), round(money.tax_included / 100, 2), money.taxes,
      round(money.difference / 100, 2), round(money.cents / 100, 2),
      round((money.cents - money.tax_added - money.tax_included) / 100, 2),
      bought.ship_country, bought.ship_region
    from page
    join public.orders as bought on bought.id = page.order_id
    left join public.payments as payment
      on page.kind = 'sale' and payment.order_id = page.order_id and payment.standing = 'settled'
    cross join lateral (
      select sold.cents::numeric as cents, bought.discount_amount * 100 as discount,
        bought.delivery_amount * 100 as delivery,
        (bought.tax_amount - bought.tax_included_amount) * 100 as tax_added,
        bought.tax_included_amount * 100 as tax_included,
        sold.cents - sold.total_amount * 100 as difference,
        case when bought.tax_amount = 0 then '[]' else private.sum_taxes(
          (select jsonb_agg(part) from private.parts_of_sale(page.order_id) as part), 1
        ) end as taxes
      from private.sales as sold
      where page.kind = 'sale' and sold.order_id = page.order_id
      union all
      select page.sign * page.cents, page.sign * back.discount, page.sign * back.delivery,
        page.sign * back.tax_added, page.sign * back.tax_included, page.sign * back.difference,
        private.sum_taxes(back.taxes, page.sign)
      from private.returns_of_sale(case when page.kind <> 'sale' then page.order_id end) as back
      where back.id = page.id and back.kind = page.kind
    ) as money
    order by page.moved_at, page.key;
end
$$;

revoke execute on function private.parts_of_sale(of_order uuid) from public;
revoke execute on function private.share_of(amount numeric, of_all numeric, gone numeric, next numeric) from public;
revoke execute on function private.sum_taxes(parts jsonb, sign integer) from public;
revoke execute on function private.returns_of_sale(of_order uuid) from public;
revoke execute on function public.admin_ledger(
  first_day date, last_day date, zone text, after_at timestamptz, after_key text
) from public;
grant execute on function public.admin_ledger(
  first_day date, last_day date, zone text, after_at timestamptz, after_key text
) to authenticated, service_role;
