-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- One row per product and visitor. The visitor is a hash that changes daily, so no IP address is
-- stored.
create table private.product_views (
  product_id uuid not null,
  visitor text not null,
  seen_at timestamptz default now() not null,
  constraint product_views_pkey primary key (product_id, visitor),
  constraint product_views_product_id_fkey foreign key (product_id) references public.products(id) on delete cascade
);

create index product_views_seen_at_idx on private.product_views (seen_at);

-- True when this visitor has not been counted for the product within the last half hour.
create function private.record_product_view(product uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  visitor_hash text := encode(
    sha256(
      convert_to(
        concat_ws(
          '|',
          (now() at time zone 'utc')::date,
          (select value from private.settings where key = 'visitor_salt'),
          private.visitor_network()
        ),
        'UTF8'
      )
    ),
    'hex'
  );
begin
  insert into private.product_views as counted (product_id, visitor)
  values (product, visitor_hash)
  on conflict (product_id, visitor) do update
    set seen_at = now()
    where counted.seen_at < now() - interval '30 minutes';
  return found;
end
$$;

-- A view counts once per visitor and half hour. A visitor is a network, since callers can send any
-- user agent: an IPv4 address or an IPv6 /64, as in every other limit. People who share one count
-- as one.
create function private.visitor_network() returns text
language plpgsql stable set search_path = '' as $$
declare
  claimed text :=
    btrim(split_part(coalesce(private.request_header('x-forwarded-for'), ''), ',', 1));
  address inet;
begin
  address := claimed::inet;
  return case family(address)
    when 6 then host(network(set_masklen(address, 64)))
    else host(address)
  end;
exception
  when invalid_text_representation then return claimed;
end
$$;

revoke execute on function private.record_product_view(product uuid) from public;
grant execute on function private.record_product_view(product uuid) to anon, authenticated;
revoke execute on function private.visitor_network() from public;
