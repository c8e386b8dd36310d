-- Lets the admin area ask whether the caller is an administrator right now. The answer opens
-- nothing: every table and function decides for itself.
create function public.is_admin() returns boolean
language sql stable set search_path = '' as $$
  select private.is_admin()
$$;
revoke execute on function public.is_admin() from public, anon;
grant execute on function public.is_admin() to authenticated, service_role;
