-- Makes `wanted`, {"key": value}, the values of these settings, if they still are as they were `seen`: in the same form,
-- without those that had no row. All of them or none. False: somebody else changed one meanwhile, and nothing is stored.
-- Asked again after a lost answer, it is true. Raises insufficient_privilege for anybody but an admin.
create function public.save_settings(seen jsonb, wanted jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  -- In one order, so that no two wait for each other.
  perform from public.site_settings as s where wanted ? s.key order by s.key for update;
  if exists (
    select from jsonb_each(wanted) as each
    left join public.site_settings as s on s.key = each.key
    where s.value is distinct from each.value and s.value is distinct from seen -> each.key
  ) then
    return false;
  end if;
  begin
    insert into public.site_settings (key, value)
    select each.key, each.value from jsonb_each(wanted) as each
    where not exists (select from public.site_settings as s where s.key = each.key)
    order by each.key;
  exception when unique_violation then
    return false;
  end;
  update public.site_settings as s set value = each.value
  from jsonb_each(wanted) as each
  where s.key = each.key and s.value <> each.value;
  return true;
end
$$;

revoke execute on function public.save_settings(jsonb, jsonb) from public;
grant execute on function public.save_settings(jsonb, jsonb) to authenticated;
