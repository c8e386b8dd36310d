-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

create table public.discounts (
  id uuid default gen_random_uuid() not null,
  code text not null,
  kind text not null,
  value numeric(10,2) default 0 not null,
  starts_at timestamptz,
  ends_at timestamptz,
  min_subtotal numeric(10,2),
  max_uses integer,
  max_uses_per_customer integer,
  product_ids uuid[],
  active boolean default true not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint discounts_code_check check (code ~ '^[A-Z0-9][A-Z0-9_-]{1,39}$'),
  constraint discounts_kind_check check (kind in ('percent', 'amount', 'free_delivery')),
  constraint discounts_value_check check (
    case kind when 'percent' then value > 0 and value <= 100 when 'amount' then value > 0 else value >= 0 end
  ),
  constraint discounts_time_check check (ends_at > starts_at),
  constraint discounts_min_subtotal_check check (min_subtotal >= 0),
  constraint discounts_max_uses_check check (max_uses > 0),
  constraint discounts_max_uses_per_customer_check check (max_uses_per_customer > 0),
  constraint discounts_product_ids_check check (cardinality(product_ids) > 0),
  constraint discounts_pkey primary key (id),
  constraint discounts_code_key unique (code)
);

-- An order's use of a code, from its creation; one that ended unpaid has given it back.
create table private.discount_uses (
  order_id uuid not null,
  discount_id uuid not null,
  released boolean default false not null,
  constraint discount_uses_pkey primary key (order_id),
  constraint discount_uses_order_id_fkey
    foreign key (order_id) references public.orders(id) on delete cascade,
  constraint discount_uses_discount_id_fkey
    foreign key (discount_id) references public.discounts(id) on delete cascade
);

create index discount_uses_discount_id_idx on private.discount_uses (discount_id);

-- A code is the same in any case.
create function private.capitalize_code() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.code := upper(btrim(new.code));
  return new;
end
$$;

-- Whether an order may use a code: null, 'used_up' or 'used_by_customer'. A customer is known by
-- account, browser or address (`payer`, once it is paid); what they have begun to pay themselves does not stand in their way, so
-- it is asked again when money arrives, `by_paid` orders alone.
create function private.discount_problem(
  discount uuid, of_order uuid, by_paid boolean, payer text default null
) returns text
language plpgsql set search_path = '' as $$
declare
  rule public.discounts;
  used bigint;
  used_by_customer bigint;
begin
  select * into rule from public.discounts where id = discount;
  if rule.max_uses is null and rule.max_uses_per_customer is null then
    return case when rule.id is null and not by_paid then 'used_up' end;
  end if;
  -- Two orders for the last use wait for each other here.
  perform from public.discounts where id = discount for no key update;
  select
    count(*) filter (where other.payment_status <> 'pending' or not by_paid and not own),
    count(*) filter (where other.payment_status <> 'pending' and own)
    into used, used_by_customer
  from (
    select o.payment_status,
      coalesce(o.user_id = this.user_id, false)
        or coalesce(attempt.browser = this_attempt.browser, false)
        or lower(o.email) = lower(coalesce(payer, this.email))
          and o.email not like '%@checkout.example' as own
    from private.discount_uses as use
    join public.orders as o on o.id = use.order_id
    left join private.checkout_attempts as attempt on attempt.order_id = o.id
    join public.orders as this on this.id = of_order
    left join private.checkout_attempts as this_attempt on this_attempt.order_id = this.id
    where use.discount_id = discount and not use.released and o.id <> this.id
  ) as other;
  return case
    when used >= rule.max_uses then 'used_up'
    when used_by_customer >= rule.max_uses_per_customer then 'used_by_customer'
  end;
end
$$;

-- Takes one use of a code for an order that was just made, or was paid after it had ended. Answers
-- why not, or null.
create function private.use_discount(
  discount uuid, for_order uuid, payer text default null
) returns text
language plpgsql set search_path = '' as $$
declare
  problem text := private.discount_problem(discount, for_order, false, payer);
begin
  if problem is null then
    insert into private.discount_uses (order_id, discount_id) values (for_order, discount)
    on conflict (order_id) do update set released = false;
  end if;
  return problem;
end
$$;

create function private.release_discount() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.discount_uses set released = true where order_id = new.id;
  return null;
end
$$;

-- How often codes were used: by paid orders, and by those that wait for payment.
create function public.admin_discount_uses(discount_ids uuid[])
returns table (discount_id uuid, used bigint, waiting bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  return query
    select one.discount_id,
      count(*) filter (where orders.payment_status <> 'pending'),
      count(*) filter (where orders.payment_status = 'pending')
    from private.discount_uses as one
    join public.orders on orders.id = one.order_id
    where one.discount_id = any (discount_ids) and not one.released
    group by one.discount_id;
end
$$;

create trigger capitalize_code before insert or update of code on public.discounts
  for each row execute function private.capitalize_code();

create trigger notify_content_changed
  after insert or update or delete on public.discounts
  for each row execute function private.notify_content_changed();

create trigger release_discount after update of payment_status on public.orders
  for each row
  when (
    new.discount_code is not null
    and old.payment_status = 'pending' and new.payment_status in ('expired', 'failed')
  )
  execute function private.release_discount();

create trigger record_delete after delete on public.discounts
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.discounts
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.discounts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.discounts
  for each row execute function private.touch_updated_at();

alter table public.discounts enable row level security;

create policy "Admins manage discounts" on public.discounts
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke execute on function private.capitalize_code() from public;
revoke execute on function private.discount_problem(uuid, uuid, boolean, text) from public;
revoke execute on function private.use_discount(uuid, uuid, text) from public;
revoke execute on function private.release_discount() from public;
revoke execute on function public.admin_discount_uses(uuid[]) from public;
grant execute on function public.admin_discount_uses(uuid[]) to authenticated;
revoke all on table public.discounts from anon, authenticated, service_role;
grant all on table public.discounts to service_role;
grant select, insert, update, delete on table public.discounts to authenticated;
