-- How many units of each released batch are left, so that packing begins with the oldest.

create function public.admin_batch_stock()
returns table (
  batch_id uuid, code text, product_id uuid, best_before date, units_made integer, packed bigint
)
language plpgsql stable security definer set search_path = '' rows 100 as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  return query
    select b.id, b.code, b.product_id, b.best_before, b.units_made, (
      select coalesce(sum(sent.quantity), 0)::bigint
      from public.order_line_batches as sent where sent.batch_id = b.id
    )
    from public.batches as b
    where b.status = 'released'
    order by b.best_before nulls last, b.code;
end
$$;

revoke execute on function public.admin_batch_stock() from public;
grant execute on function public.admin_batch_stock() to authenticated, service_role;
