-- Roles that migrations written on a hosted project name: owners in dumps, grantees of hooks.
do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'postgres', 'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin',
    'supabase_replication_admin', 'supabase_read_only_user', 'supabase_realtime_admin',
    'supabase_functions_admin', 'dashboard_user', 'pgbouncer'
  ] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception
        when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end
$$;
