-- A view counts once per visitor and half hour, and a visitor is a network: the browser's name is
-- whatever the caller writes. Of IPv6 the network of 64 bits, as in every other limit. People behind
-- one address count as one.
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
revoke execute on function private.visitor_network() from public;

create or replace function private.record_product_view(product uuid) returns boolean
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

-- An update that names a column without changing it is no edit. Counting a view names `view_count`,
-- and whoever may do that may name others beside it.
drop trigger touch_updated_at on public.products;
create trigger touch_updated_at
  before update on public.products
  for each row
  when (to_jsonb(new) - 'view_count' is distinct from to_jsonb(old) - 'view_count')
  execute function private.touch_updated_at();

drop trigger announce_change on public.products;
create trigger announce_change
  after insert or delete on public.products
  for each row execute function private.announce_content_change();
create trigger announce_update
  after update on public.products
  for each row
  when (to_jsonb(new) - 'view_count' is distinct from to_jsonb(old) - 'view_count')
  execute function private.announce_content_change();
