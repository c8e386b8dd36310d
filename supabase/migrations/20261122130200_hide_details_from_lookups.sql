-- A session id stands in the address bar, so it is no proof of identity: alone it opens an order
-- without its personal details. The browser that started the order proves it by the order's cookie,
-- which the server passes on as `x-order-proof`: the tokens themselves, divided by commas, so
-- nobody can claim what they do not hold.

-- Whether the request holds the proof of having started the order.
create function private.proves_order(wanted uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.checkout_attempts as attempt
    where attempt.order_id = wanted
      and attempt.access_token_hash in (
        select encode(sha256(convert_to(token, 'UTF8')), 'hex')
        from regexp_split_to_table(left(private.request_header('x-order-proof'), 4000), ',') as token
        where token <> ''
      )
  )
$$;
revoke execute on function private.proves_order(uuid) from public;
grant execute on function private.proves_order(uuid) to anon, authenticated, service_role;

drop policy "A session id opens its order for a day" on public.orders;
create policy "A session id and the order's cookie open it for a day" on public.orders
  for select to anon, authenticated
  using (
    stripe_session_id = (select private.request_header('x-lookup-key'))
    and created_at > now() - interval '24 hours'
    and (select private.proves_order(orders.id))
  );

-- An order by its session id for whoever has that: complete for the browser that started it and for
-- its account; for everybody else the placeholders of an order whose details are not known yet
-- (domain/order.ts) stand in for the person. The server answers look-ups of orders from here.
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
    private.proves_order(found_order.id) or coalesce(found_order.user_id = auth.uid(), false)
  ) then
    found_order.user_id := null;
    found_order.name := 'Pending';
    found_order.email := 'pending@checkout.example';
    found_order.phone := '';
    found_order.address := 'Pending';
  end if;
  return next found_order;
end
$$;
revoke execute on function private.order_by_session() from public;
grant execute on function private.order_by_session() to anon, authenticated, service_role;

create view public.orders_by_session with (security_invoker = true) as
  select * from private.order_by_session();
grant select on public.orders_by_session to anon, authenticated, service_role;
