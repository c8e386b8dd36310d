-- Two administrators who entered results of one batch overwrote each other's.
-- A list of results as it is compared: in one order, with numbers as exact as a browser has them, and without what a
-- form leaves out.
create function private.canonical_results(results jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_array(
        analyte, panel, case when qualifier <> 'not detected' then value end, qualifier, unit, limit_value,
        nullif(limit_source, ''), nullif(method, '')
      ) order by analyte
    ),
    '[]'
  )
  from jsonb_to_recordset(results) as result (
    analyte text, panel text, value float8, qualifier text, unit text, limit_value float8,
    limit_source text, method text
  )
$$;

-- Makes `wanted` the results of a batch, if they still are as they were `seen`; both are lists of all of them:
-- {analyte, panel, value, qualifier, unit, limit_value, limit_source, method}. False: somebody else changed them
-- meanwhile, and nothing is stored. Asked again after a lost answer, it is true. Raises insufficient_privilege for
-- anybody but an admin, and check_violation for a published batch.
create function public.save_batch_results(batch uuid, seen jsonb, wanted jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare
  stored jsonb;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  -- One after the other.
  perform from public.batches as b where b.id = batch for no key update;
  select jsonb_agg(to_jsonb(r)) into stored from public.batch_results as r where r.batch_id = batch;
  stored := private.canonical_results(stored);
  if stored = private.canonical_results(wanted) then
    return true;
  elsif stored <> private.canonical_results(seen) then
    return false;
  end if;
  delete from public.batch_results as r
  where r.batch_id = batch and not exists (
    select from jsonb_to_recordset(wanted) as result (analyte text)
    where private.analyte_key(result.analyte) = private.analyte_key(r.analyte)
  );
  insert into public.batch_results as r
    (batch_id, analyte, panel, value, qualifier, unit, limit_value, limit_source, method)
  select batch, result.*
  from jsonb_to_recordset(wanted) as result (
    analyte text, panel text, value numeric, qualifier text, unit text, limit_value numeric,
    limit_source text, method text
  )
  on conflict (batch_id, private.analyte_key(analyte)) do update set
    analyte = excluded.analyte, panel = excluded.panel, value = excluded.value,
    qualifier = excluded.qualifier, unit = excluded.unit, limit_value = excluded.limit_value,
    limit_source = excluded.limit_source, method = excluded.method
  where private.canonical_results(jsonb_build_array(to_jsonb(r)))
    <> private.canonical_results(jsonb_build_array(to_jsonb(excluded)));
  return true;
end
$$;

revoke execute on function private.canonical_results(jsonb) from public;
revoke execute on function public.save_batch_results(uuid, jsonb, jsonb) from public;
grant execute on function private.canonical_results(jsonb) to authenticated;
grant execute on function public.save_batch_results(uuid, jsonb, jsonb) to authenticated;
