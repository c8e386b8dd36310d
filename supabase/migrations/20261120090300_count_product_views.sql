-- One row per product and visitor. The visitor is a hash that changes daily, so no address is kept.
create table private.product_views (
  product_id uuid not null references public.products (id) on delete cascade,
  visitor text not null,
  seen_at timestamptz not null default now(),
  primary key (product_id, visitor)
);
create index product_views_seen_at_idx on private.product_views (seen_at);

insert into private.settings (key, value) values ('visitor_salt', gen_random_uuid()::text);

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
          private.request_header('x-forwarded-for'),
          private.request_header('user-agent')
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
revoke execute on function private.record_product_view(uuid) from public;
grant execute on function private.record_product_view(uuid) to anon, authenticated;

-- Visitors may raise view_count by exactly one, of one product at a time; any other count changes
-- nothing, any other column is refused. Runs as the caller, so current_user is the API's role.
create function private.guard_product_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') or private.is_admin() then
    return new;
  end if;
  if to_jsonb(new) - 'view_count' is distinct from to_jsonb(old) - 'view_count' then
    raise insufficient_privilege using message = 'permission denied for table products';
  end if;
  if new.view_count is distinct from old.view_count + 1
    or nullif(current_setting('shop.view_counted', true), '') is not null then
    return null;
  end if;
  perform set_config('shop.view_counted', old.id::text, true);
  if private.record_product_view(old.id) then
    return new;
  end if;
  return null;
end
$$;
revoke execute on function private.guard_product_update() from public;

create trigger guard_product_update
  before update on public.products
  for each row execute function private.guard_product_update();
