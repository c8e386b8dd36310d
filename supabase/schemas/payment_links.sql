-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What the owner offers a customer to pay by a link: an order of its own, or items added to one. The
-- order is made when the customer begins to pay, at the amounts that were agreed. Written by the server.
create table public.payment_links (
  id uuid default gen_random_uuid() not null,
  -- The order that the items are added to.
  adds_to uuid,
  -- {"name", "email", "phone", "address"}; null once it is paid or long over.
  customer jsonb,
  -- As in `orders`.
  order_items jsonb not null,
  total_amount numeric(10,2) not null,
  -- Lines, breakdown in cents, delivery, code and destination, from which the order is made.
  offer jsonb not null,
  expires_at timestamptz not null,
  cancelled_at timestamptz,
  -- The order that it was paid by.
  order_id uuid,
  created_at timestamptz default now() not null,
  request_key text not null,
  fingerprint text not null,
  constraint payment_links_customer_check check (jsonb_typeof(customer) = 'object'),
  constraint payment_links_total_amount_check check (total_amount > 0),
  constraint payment_links_request_key_check check (length(request_key) between 1 and 255),
  constraint payment_links_pkey primary key (id),
  constraint payment_links_request_key_key unique (request_key),
  constraint payment_links_adds_to_fkey
    foreign key (adds_to) references public.orders(id) on delete cascade,
  constraint payment_links_order_id_fkey
    foreign key (order_id) references public.orders(id) on delete cascade
);

create index payment_links_adds_to_idx on public.payment_links (adds_to);

create index payment_links_created_at_idx on public.payment_links (created_at desc);

create index payment_links_order_id_idx on public.payment_links (order_id);

-- Whoever holds a token may see what the link is for, not who it is for, and pay. Only its hash is
-- stored, so that each copy of a link has a token of its own.
create table private.payment_link_tokens (
  token_hash text not null,
  link_id uuid not null,
  created_at timestamptz default now() not null,
  constraint payment_link_tokens_pkey primary key (token_hash),
  constraint payment_link_tokens_link_id_fkey
    foreign key (link_id) references public.payment_links(id) on delete cascade
);

create index payment_link_tokens_link_id_idx on private.payment_link_tokens (link_id);

-- The link by which an attempt to pay was begun.
alter table private.checkout_attempts add column payment_link uuid;
alter table private.checkout_attempts add constraint checkout_attempts_payment_link_fkey
  foreign key (payment_link) references public.payment_links(id) on delete set null;

create index checkout_attempts_payment_link_idx on private.checkout_attempts (payment_link);

-- The range around the network that an attempt came from, hashed like it. Of no link, but a column that
-- came later.
alter table private.checkout_attempts add column network_range text;

create index checkout_attempts_network_range_idx
  on private.checkout_attempts (network_range) where holds_stock;

-- Since when the bank or the payment service has been deciding on money that a customer sent. While it is set, nothing
-- else is charged for the same cart unasked, and the order does not expire.
alter table private.checkout_attempts add column money_under_way_at timestamptz;

-- A link is over once money has arrived for an order of it, in the transaction that records that. Who it
-- was for is in the order.
create function private.end_payment_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.payment_links as link set order_id = new.id, customer = null
  from private.checkout_attempts as attempt
  where attempt.order_id = new.id and link.id = attempt.payment_link and link.order_id is null;
  return null;
end
$$;

create trigger end_payment_link after update of payment_status on public.orders
  for each row when (
    old.payment_status in ('pending', 'expired', 'failed')
    and new.payment_status not in ('pending', 'expired', 'failed')
  )
  execute function private.end_payment_link();

-- Nothing is added to an order that was cancelled, refunded whole or has left: its open links end, and
-- what was begun by them is cancelled, even if it had ended: a wallet may still take an approval there. Orders go before links, as a payment locks them, and once more for
-- those that were begun meanwhile.
create function private.cancel_added_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.payment_links as link
    where link.adds_to = new.id and link.order_id is null and link.cancelled_at is null)
  then
    return null;
  end if;
  for round in 1 .. 2 loop
    update public.orders as begun set status = 'cancelled'
    from private.checkout_attempts as attempt
    join public.payment_links as link on link.id = attempt.payment_link
    where link.adds_to = new.id and link.order_id is null and attempt.order_id = begun.id
      and begun.payment_status in ('pending', 'expired', 'failed') and begun.status <> 'cancelled';
    update public.payment_links as link set cancelled_at = now()
    where link.adds_to = new.id and link.order_id is null and link.cancelled_at is null;
  end loop;
  return null;
end
$$;

create trigger cancel_added_items after update of status, payment_status on public.orders
  for each row when (
    old.status in ('pending', 'processing') and new.status not in ('pending', 'processing')
    or old.payment_status <> 'refunded' and new.payment_status = 'refunded'
  )
  execute function private.cancel_added_items();

alter table public.payment_links enable row level security;

create policy "Admins read payment links" on public.payment_links
  for select to authenticated using ((select private.is_admin()));

revoke all on table public.payment_links from anon, authenticated, service_role;
grant select on table public.payment_links to authenticated;
grant all on table public.payment_links to service_role;
revoke execute on function private.end_payment_link() from public;
revoke execute on function private.cancel_added_items() from public;
