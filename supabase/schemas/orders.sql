-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

create table public.orders (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  name text not null,
  email text not null,
  phone text default '' not null,
  address text not null,
  order_items jsonb default '[]'::jsonb not null,
  total_amount numeric(10,2) not null,
  currency text default 'USD' not null,
  status text default 'pending' not null,
  payment_status text default 'pending' not null,
  stripe_session_id text,
  paypal_order_id text,
  created_at timestamptz default now() not null,
  paid_at timestamptz,
  updated_at timestamptz default now() not null,
  -- Filled in by a trigger; clients may leave it out.
  subtotal_amount numeric(10,2) default nullif(0, 0) not null,
  discount_amount numeric(10,2) default 0 not null,
  delivery_amount numeric(10,2) default 0 not null,
  tax_amount numeric(10,2) default 0 not null,
  tax_included_amount numeric(10,2) default 0 not null,
  discount_code text,
  delivery_rate_name text,
  ship_country text,
  ship_region text,
  ship_postal_code text,
  constraint orders_amounts_check check (
    subtotal_amount >= 0 and delivery_amount >= 0 and discount_amount between 0 and subtotal_amount
    and tax_included_amount between 0 and tax_amount
  ),
  constraint orders_amounts_sum_check check (
    total_amount = subtotal_amount - discount_amount + delivery_amount + tax_amount - tax_included_amount
  ),
  constraint orders_currency_check check ((currency ~ '^[A-Z]{3}$')),
  constraint orders_order_items_check check ((jsonb_typeof(order_items) = any (array['array', 'string']))),
  constraint orders_payment_status_check check ((payment_status in ('pending', 'paid', 'review', 'expired', 'failed', 'refunded', 'partially_refunded', 'disputed'))),
  constraint orders_status_check check ((status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed'))),
  constraint orders_total_amount_check check (((total_amount >= (0)::numeric) and (total_amount <= 99999999.99))),
  constraint orders_paypal_order_id_key unique (paypal_order_id),
  constraint orders_pkey primary key (id),
  constraint orders_stripe_session_id_key unique (stripe_session_id),
  constraint orders_user_id_fkey foreign key (user_id) references auth.users(id) on delete set null
);

create index orders_counted_idx on public.orders (created_at desc)
  where payment_status not in ('expired', 'failed');

create index orders_created_at_idx on public.orders (created_at desc);

create index orders_email_idx on public.orders (lower(email));

-- The dashboard's sales are summed on this index alone.
create index orders_name_idx on public.orders (name, id);

create index orders_paid_at_idx on public.orders (paid_at) include (total_amount)
  where paid_at is not null;

create index orders_payment_status_idx on public.orders (payment_status, created_at desc);

create index orders_search_idx on public.orders
  using gin (private.plain(name || ' ' || email || ' ' || id::text) extensions.gin_trgm_ops);

create index orders_status_idx on public.orders (status, created_at desc);

create index orders_to_ship_idx on public.orders (created_at)
  where payment_status in ('paid', 'partially_refunded') and status in ('pending', 'processing');

create index orders_total_amount_idx on public.orders (total_amount, id);

create index orders_unpaid_idx on public.orders (created_at) where payment_status = 'pending';

create index orders_user_id_idx on public.orders (user_id, created_at desc);

-- At which rate each part of an order was taxed, by the rules of its day; what is not taxed has no row.
-- `part` is the place in `order_items`, -1 for delivery.
create table private.order_taxes (
  order_id uuid not null,
  part integer not null,
  percent numeric(6,3) not null,
  included boolean not null,
  constraint order_taxes_pkey primary key (order_id, part),
  constraint order_taxes_order_id_fkey foreign key (order_id) references public.orders(id) on delete cascade
);

-- Links by which a guest finds an order again. Whoever holds the token may see the order; only its
-- hash is kept.
create table private.order_links (
  token_hash text not null,
  order_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  constraint order_links_pkey primary key (token_hash),
  constraint order_links_order_id_fkey foreign key (order_id) references public.orders(id) on delete cascade
);

create index order_links_order_id_idx on private.order_links (order_id);

-- One row per attempt to pay: what makes a double click one order, and who may read its details.
create table private.checkout_attempts (
  order_id uuid not null,
  provider text not null,
  attempt_key text not null,
  fingerprint text not null,
  access_token_hash text not null,
  checkout_url text,
  created_at timestamptz default now() not null,
  return_origin text default '' not null,
  browser uuid,
  network text,
  pay_again jsonb default '[]'::jsonb not null,
  capture_claimed_at timestamptz,
  ships_to jsonb default '[]'::jsonb not null,
  from_account boolean default false not null,
  superseded_at timestamptz,
  holds_stock boolean default false not null,
  constraint checkout_attempts_attempt_key_check check (((length(attempt_key) >= 1) and (length(attempt_key) <= 255))),
  constraint checkout_attempts_provider_check check ((provider in ('stripe', 'paypal'))),
  constraint checkout_attempts_attempt_key_key unique (attempt_key),
  constraint checkout_attempts_pkey primary key (order_id),
  constraint checkout_attempts_order_id_fkey foreign key (order_id) references public.orders(id) on delete cascade
);

create index checkout_attempts_access_token_hash_idx
  on private.checkout_attempts (access_token_hash);

create index checkout_attempts_browser_idx on private.checkout_attempts (browser);

create index checkout_attempts_network_idx on private.checkout_attempts (network, created_at);

-- Parcels on their way, one row each; an order may need several.
create table public.shipments (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  carrier text not null,
  tracking_number text not null,
  created_at timestamptz default now() not null,
  constraint shipments_carrier_check check (((carrier = btrim(carrier)) and ((length(carrier) >= 1) and (length(carrier) <= 60)))),
  constraint shipments_tracking_number_check check (((tracking_number = btrim(tracking_number)) and ((length(tracking_number) >= 1) and (length(tracking_number) <= 80)))),
  constraint shipments_order_id_carrier_tracking_number_key unique (order_id, carrier, tracking_number),
  constraint shipments_pkey primary key (id),
  constraint shipments_order_id_fkey foreign key (order_id) references public.orders(id) on delete cascade
);

-- What was ordered without signing in belongs to the account whose owner has confirmed the address:
-- at that moment, or when the order is paid and there is such an account already.
create function private.claim_guest_orders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is not null and new.deleted_at is null and new.email <> '' then
    update public.orders set user_id = new.id
    where user_id is null and paid_at is not null and lower(email) = lower(new.email);
  end if;
  return null;
end
$$;

create function private.set_order_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- What was ordered while signed in stays with that account.
  if new.user_id is not null and exists (
    select from private.checkout_attempts a where a.order_id = new.id and a.from_account
  ) then
    return new;
  end if;
  new.user_id := (
    select u.id from auth.users u
    where u.email = lower(new.email)
      and u.email_confirmed_at is not null and u.deleted_at is null
    limit 1
  );
  return new;
end
$$;

-- Where money can go from each state. Nothing leads from money that arrived back to pending,
-- expired or failed, so that no late word, replay or mistake of ours takes back what was paid.
-- domain/payment-status.ts says the same; a test compares the two.
create function private.guard_payment_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.payment_status = any (
    case old.payment_status
      when 'pending' then array['paid', 'review', 'expired', 'failed']
      when 'expired' then array['paid', 'review']
      when 'failed' then array['paid', 'review']
      when 'review' then array['paid', 'refunded', 'disputed']
      when 'paid' then array['partially_refunded', 'refunded', 'disputed']
      when 'partially_refunded' then array['paid', 'refunded', 'disputed']
      when 'refunded' then array['paid', 'partially_refunded', 'review', 'disputed']
      when 'disputed' then array['paid', 'partially_refunded', 'refunded', 'review']
      else array[]::text[]
    end
  ) then
    return new;
  end if;
  raise exception 'A payment that is % cannot become %.', old.payment_status, new.payment_status
    using errcode = 'check_violation';
end
$$;

-- An order by its session id for whoever has that: complete for its account, with its second step done, and, where a guest
-- ordered, for the browser that started it; for everybody else the placeholders of an order whose details
-- are not known yet (domain/order.ts) stand in for the person. The server answers look-ups of orders from here.
create function private.order_by_session() returns setof public.orders
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
    private.proves_order(found_order.id)
    or coalesce(found_order.user_id = auth.uid() and private.second_step_done(), false)
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

-- Whether the request holds the proof of having started the order as a guest. What was ordered while
-- signed in opens to its account alone, not to the next person at that browser.
create function private.proves_order(wanted uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.checkout_attempts as attempt
    where attempt.order_id = wanted
      and not attempt.from_account
      and attempt.access_token_hash in (
        select encode(sha256(convert_to(token, 'UTF8')), 'hex')
        from regexp_split_to_table(left(private.request_header('x-order-proof'), 4000), ',') as token
        where token <> ''
      )
  )
$$;

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

create view public.orders_by_session with (security_invoker = true) as
  select * from private.order_by_session();

create function private.tell_order_cancelled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('order_cancelled', '');
  return null;
end
$$;

create trigger claim_guest_orders
  after insert or update of email, email_confirmed_at on auth.users
  for each row execute function private.claim_guest_orders();

create trigger set_order_owner
  before update of paid_at on public.orders
  for each row when (new.user_id is null and new.paid_at is not null and old.paid_at is null)
  execute function private.set_order_owner();

-- What an account was given because of its address leaves it with that address.
create trigger move_corrected_order
  before update of email on public.orders
  for each row when (new.email is distinct from old.email and new.paid_at is not null)
  execute function private.set_order_owner();

create trigger set_subtotal before insert or update of total_amount on public.orders
  for each row execute function private.set_subtotal();
alter table public.orders enable always trigger set_subtotal;

create trigger guard_payment_status
  before update of payment_status on public.orders
  for each row when (old.payment_status is distinct from new.payment_status)
  execute function private.guard_payment_status();

create trigger record_insert after insert on public.shipments
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change('always');

create trigger tell_order_cancelled after update of status on public.orders
  for each row when (
    new.status = 'cancelled' and old.status <> 'cancelled' and new.payment_status = 'pending'
  )
  execute function private.tell_order_cancelled();

create trigger touch_updated_at
  before update on public.orders
  for each row execute function private.touch_updated_at();

alter table public.orders enable row level security;
alter table public.shipments enable row level security;

create policy "A session id and the order's cookie open it for a day" on public.orders
  for select to anon, authenticated
  using (
    stripe_session_id = (select private.request_header('x-lookup-key'))
    and created_at > now() - interval '24 hours'
    and (select private.proves_order(orders.id))
  );

create policy "Admins update order status" on public.orders
  for update to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins read orders" on public.orders
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read shipments" on public.shipments
  for select to authenticated using ((select private.is_admin()));

create policy "Customers read the shipments of their orders" on public.shipments
  for select to authenticated using (
    order_id in (select id from public.orders where user_id = (select auth.uid()))
  );

create policy "Customers read their own orders" on public.orders for select to authenticated
  using ((user_id = (select auth.uid())) and (select private.second_step_done()));

revoke execute on function private.claim_guest_orders() from public;
revoke execute on function private.set_order_owner() from public;
revoke execute on function private.guard_payment_status() from public;
revoke execute on function private.set_subtotal() from public;
revoke execute on function private.tell_order_cancelled() from public;
grant all on table public.orders to service_role;
grant select on table public.orders to authenticated;
grant select(id) on table public.orders to anon;
grant select(user_id) on table public.orders to anon;
grant select(name) on table public.orders to anon;
grant select(email) on table public.orders to anon;
grant select(phone) on table public.orders to anon;
grant select(address) on table public.orders to anon;
grant select(order_items) on table public.orders to anon;
grant select(total_amount) on table public.orders to anon;
grant select(currency) on table public.orders to anon;
grant update(status) on table public.orders to authenticated;
grant select(status) on table public.orders to anon;
grant select(payment_status) on table public.orders to anon;
grant select(stripe_session_id) on table public.orders to anon;
grant select(paypal_order_id) on table public.orders to anon;
grant select(created_at) on table public.orders to anon;
grant select(paid_at) on table public.orders to anon;
grant select(updated_at) on table public.orders to anon;
grant select (
  subtotal_amount, discount_amount, delivery_amount, tax_amount, tax_included_amount,
  discount_code, delivery_rate_name, ship_country, ship_region, ship_postal_code
) on table public.orders to anon;
revoke execute on function private.order_by_session() from public;
grant execute on function private.order_by_session() to anon, authenticated, service_role;
revoke execute on function private.proves_order(wanted uuid) from public;
grant execute on function private.proves_order(wanted uuid) to anon, authenticated, service_role;
grant all on table public.orders_by_session to service_role;
grant select on table public.orders_by_session to anon, authenticated;
grant all on table public.shipments to service_role;
grant select on table public.shipments to authenticated;
