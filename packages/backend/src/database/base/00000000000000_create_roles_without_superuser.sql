-- For an owner who is no superuser and may make roles: the roles of a hosted project, none of which
-- bypasses row security. `let-service-role-pass.ts` then lets the service role through by policies. What
-- an administrator has made already stays as it is.
do $$
declare
  wanted text;
  granted text;
  -- From PostgreSQL 16 on, whoever makes a role is its member, yet may not become it without this.
  membership text := case
    when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception
        when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
  foreach granted in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role(current_user, granted, membership) then
      execute format('grant %I to %I', granted, current_user);
    end if;
  end loop;
end
$$;
