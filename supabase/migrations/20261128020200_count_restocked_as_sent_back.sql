-- What refunds and lost disputes left of an order's lines, without added tax. A refund of chosen items is
-- taken off these, as far as anything is left of them. What it gave back beyond that, and any other amount,
-- is taken off all that is left, in proportion, in whole cents. The arrays hold, by line, what was paid for
-- it without added tax, its tax and its pieces; `added` is the order's tax on top of its prices.
create or replace function private.lines_left(
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

-- Their sums are counted anew.
insert into private.stale_sales (quarter)
select private.quarter_of(bought.paid_at)
from public.refunds as refund
join public.orders as bought on bought.id = refund.order_id
where (refund.lines ->> 'restock')::boolean and bought.paid_at is not null;
