-- What an order costs besides its products. Without a zone, a tax rate and a code nothing changes.
alter table public.orders
  add column subtotal_amount numeric(10,2),
  add column discount_amount numeric(10,2) default 0 not null,
  add column delivery_amount numeric(10,2) default 0 not null,
  add column tax_amount numeric(10,2) default 0 not null,
  add column tax_included_amount numeric(10,2) default 0 not null,
  add column discount_code text,
  add column delivery_rate_name text,
  add column ship_country text,
  add column ship_region text,
  add column ship_postal_code text;

-- Of orders made so far nothing else changes: no date, no sum, no line of the log.
alter table public.orders disable trigger user;
update public.orders set subtotal_amount = total_amount;
alter table public.orders enable trigger user;

alter table public.orders
  alter column subtotal_amount set not null,
  -- Filled in by a trigger; clients may leave it out.
  alter column subtotal_amount set default nullif(0, 0),
  add constraint orders_amounts_check check (
    subtotal_amount >= 0 and delivery_amount >= 0 and discount_amount between 0 and subtotal_amount
    and tax_included_amount between 0 and tax_amount
  ),
  add constraint orders_amounts_sum_check check (
    total_amount = subtotal_amount - discount_amount + delivery_amount + tax_amount - tax_included_amount
  );

-- Whoever writes a total alone means an order without other parts. Imports of earlier exports do.
create function private.set_subtotal() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.subtotal_amount is null
    or tg_op = 'UPDATE' and new.subtotal_amount = old.subtotal_amount
  then
    new.subtotal_amount := new.total_amount + new.discount_amount - new.delivery_amount
      - new.tax_amount + new.tax_included_amount;
  end if;
  return new;
end
$$;

revoke execute on function private.set_subtotal() from public;

create trigger set_subtotal before insert or update of total_amount on public.orders
  for each row execute function private.set_subtotal();
alter table public.orders enable always trigger set_subtotal;

grant select (
  subtotal_amount, discount_amount, delivery_amount, tax_amount, tax_included_amount,
  discount_code, delivery_rate_name, ship_country, ship_region, ship_postal_code
) on table public.orders to anon;

create or replace function private.order_by_session() returns setof public.orders
language plpgsql stable security definer set search_path = '' as $$
declare
  found_order public.orders;
begin
  select * into found_order from public.orders as o
  where o.stripe_session_id = private.request_header('x-lookup-key')
    and o.created_at > now() - interval '24 hours';
  if found_order.id is null then
    return;
  end if;
  if not (
    private.proves_order(found_order.id) or coalesce(found_order.user_id = auth.uid(), false)
  ) then
    found_order.user_id := null;
    found_order.name := 'Pending';
    found_order.email := 'pending@checkout.example';
    found_order.phone := '';
    found_order.address := 'Pending';
    found_order.ship_region := null;
    found_order.ship_postal_code := null;
  end if;
  return next found_order;
end
$$;

create or replace view public.orders_by_session with (security_invoker = true) as
  select * from private.order_by_session();

create or replace function private.redact_personal_data(table_name text, content jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when hidden is null then content else (
    select jsonb_object_agg(
      key,
      case
        when value <> 'null' and (
          key = any (hidden) or table_name = 'orders' and key ~ '_(session|order)_id$'
        ) then '"…"'::jsonb
        else value
      end
    )
    from jsonb_each(content)
  ) end
  from (
    select case table_name
      when 'orders' then array['name', 'email', 'phone', 'address', 'ship_postal_code']
      when 'contacts' then array['name', 'email', 'phone', 'message']
      when 'admin_invitations' then array['token_hash']
      when 'email_outbox' then array['dedupe_key', 'recipient', 'subject', 'html', 'text']
    end as hidden
  ) as rule
$$;

-- Where the product's price is shown struck through, and how it is taxed.
alter table public.products
  add column compare_at_price numeric(10,2),
  add column tax_class text default 'standard' not null,
  add constraint products_compare_at_price_check
    check (compare_at_price >= 0 and compare_at_price <= 99999999.99),
  add constraint products_tax_class_check check (tax_class in ('standard', 'reduced', 'exempt'));

grant select (compare_at_price, tax_class) on table public.products to anon;

create function private.are_countries(codes text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(private.is_country(code), false)), false)
  from unnest(codes) as code
$$;

-- Codes of ISO 3166-2, such as US-CA; the country may be left out.
create function private.are_regions(codes text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(code ~ '^([A-Z]{2}-)?[A-Z0-9]{1,3}$', false)), true)
  from unnest(codes) as code
$$;

revoke execute on function private.are_countries(codes text[]) from public;
grant execute on function private.are_countries(codes text[]) to authenticated, service_role;
revoke execute on function private.are_regions(codes text[]) from public;
grant execute on function private.are_regions(codes text[]) to authenticated, service_role;

-- Where parcels go. While there is no zone, delivery costs nothing and is open to every country of
-- the setting `ships_to`. A zone that names a region goes before one that names its country alone.
create table public.delivery_zones (
  id uuid default gen_random_uuid() not null,
  name text not null,
  countries text[] not null,
  regions text[] default '{}' not null,
  position integer default 0 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint delivery_zones_name_check check (btrim(name) <> '' and length(name) <= 100),
  constraint delivery_zones_countries_check check (private.are_countries(countries)),
  constraint delivery_zones_regions_check check (private.are_regions(regions)),
  constraint delivery_zones_pkey primary key (id)
);

-- What a zone's customers may choose from.
create table public.delivery_rates (
  id uuid default gen_random_uuid() not null,
  zone_id uuid not null,
  name text not null,
  price numeric(10,2) not null,
  free_from numeric(10,2),
  min_subtotal numeric(10,2),
  max_subtotal numeric(10,2),
  days_from integer,
  days_to integer,
  position integer default 0 not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint delivery_rates_name_check check (btrim(name) <> '' and length(name) <= 100),
  constraint delivery_rates_price_check check (price >= 0 and price <= 99999.99),
  constraint delivery_rates_free_from_check check (free_from >= 0),
  constraint delivery_rates_subtotal_check check (min_subtotal >= 0 and max_subtotal >= min_subtotal),
  constraint delivery_rates_max_subtotal_check check (max_subtotal >= 0),
  constraint delivery_rates_days_check check (days_from >= 0 and days_to >= days_from),
  constraint delivery_rates_days_to_check check (days_to between 0 and 365),
  constraint delivery_rates_pkey primary key (id),
  constraint delivery_rates_zone_id_fkey
    foreign key (zone_id) references public.delivery_zones(id) on delete cascade
);

create index delivery_rates_zone_id_idx on public.delivery_rates (zone_id);

-- Tax of a destination by the product's class; an empty region is the whole country.
create table public.tax_rates (
  id uuid default gen_random_uuid() not null,
  country text not null,
  region text default '' not null,
  class text default 'standard' not null,
  percent numeric(6,3) not null,
  included boolean default false not null,
  on_delivery boolean default false not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint tax_rates_country_check check (private.is_country(country)),
  constraint tax_rates_region_check check (region ~ '^[A-Z0-9]{0,3}$'),
  constraint tax_rates_class_check check (class in ('standard', 'reduced', 'exempt')),
  constraint tax_rates_percent_check check (percent >= 0 and percent <= 100),
  constraint tax_rates_pkey primary key (id),
  constraint tax_rates_country_region_class_key unique (country, region, class)
);

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

-- A code is the same in any case.
create function private.capitalize_code() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.code := upper(btrim(new.code));
  return new;
end
$$;

revoke execute on function private.capitalize_code() from public;

create trigger capitalize_code before insert or update of code on public.discounts
  for each row execute function private.capitalize_code();

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

revoke execute on function private.discount_problem(uuid, uuid, boolean, text) from public;
revoke execute on function private.use_discount(uuid, uuid, text) from public;
revoke execute on function private.release_discount() from public;

create trigger release_discount after update of payment_status on public.orders
  for each row
  when (
    new.discount_code is not null
    and old.payment_status = 'pending' and new.payment_status in ('expired', 'failed')
  )
  execute function private.release_discount();

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

revoke execute on function public.admin_discount_uses(uuid[]) from public;
grant execute on function public.admin_discount_uses(uuid[]) to authenticated;

create trigger notify_content_changed
  after insert or update or delete on public.delivery_rates
  for each row execute function private.notify_content_changed();

create trigger notify_content_changed
  after insert or update or delete on public.delivery_zones
  for each row execute function private.notify_content_changed();

create trigger notify_content_changed
  after insert or update or delete on public.tax_rates
  for each row execute function private.notify_content_changed();

create trigger record_delete after delete on public.delivery_rates
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.delivery_rates
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.delivery_rates
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.delivery_rates
  for each row execute function private.touch_updated_at();

create trigger record_delete after delete on public.delivery_zones
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.delivery_zones
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.delivery_zones
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.delivery_zones
  for each row execute function private.touch_updated_at();

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

create trigger record_delete after delete on public.tax_rates
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.tax_rates
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.tax_rates
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.tax_rates
  for each row execute function private.touch_updated_at();

alter table public.delivery_rates enable row level security;
alter table public.delivery_zones enable row level security;
alter table public.discounts enable row level security;
alter table public.tax_rates enable row level security;

create policy "Admins manage delivery rates" on public.delivery_rates
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins manage delivery zones" on public.delivery_zones
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins manage discounts" on public.discounts
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins manage tax rates" on public.tax_rates
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Everyone reads delivery rates" on public.delivery_rates
  for select to anon, authenticated using (true);

create policy "Everyone reads delivery zones" on public.delivery_zones
  for select to anon, authenticated using (true);

revoke all on table public.delivery_rates from anon, authenticated, service_role;
grant all on table public.delivery_rates to service_role;
grant select, insert, update, delete on table public.delivery_rates to authenticated;
revoke all on table public.delivery_zones from anon, authenticated, service_role;
grant all on table public.delivery_zones to service_role;
grant select, insert, update, delete on table public.delivery_zones to authenticated;
revoke all on table public.discounts from anon, authenticated, service_role;
grant all on table public.discounts to service_role;
grant select, insert, update, delete on table public.discounts to authenticated;
revoke all on table public.tax_rates from anon, authenticated, service_role;
grant all on table public.tax_rates to service_role;
grant select, insert, update, delete on table public.tax_rates to authenticated;
grant select (id, name, countries, regions, position) on table public.delivery_zones to anon;
grant select (
  id, zone_id, name, price, free_from, min_subtotal, max_subtotal, days_from, days_to, position
) on table public.delivery_rates to anon;
