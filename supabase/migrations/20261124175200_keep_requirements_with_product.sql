-- Upserts name the key as well; moving requirements to another product stays refused.
grant update (product_id) on table public.product_requirements to authenticated;

create function private.keep_requirements_with_product() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise check_violation using message = 'Laboratory requirements stay with their product.';
end
$$;

create trigger keep_requirements_with_product before update on public.product_requirements
  for each row when (new.product_id <> old.product_id)
  execute function private.keep_requirements_with_product();

revoke execute on function private.keep_requirements_with_product() from public;
