-- How often a batch and its units were checked, by what was answered: nothing for anybody but an admin, who alone may
-- read the checks.
create function public.admin_batch_checks(batch uuid) returns table (outcome text, checks bigint)
language sql stable set search_path = '' as $$
  select c.outcome, count(*) from public.code_checks as c where c.batch_id = batch group by 1 order by 1
$$;

revoke execute on function public.admin_batch_checks(uuid) from public;
grant execute on function public.admin_batch_checks(uuid) to authenticated, service_role;
