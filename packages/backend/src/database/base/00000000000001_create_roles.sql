-- The roles of a hosted project. Roles belong to the whole cluster, so another database may have
-- made them already, or be making them at this moment.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.attributes);
      exception
        when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end
$$;

-- Whoever connects must be able to become each of them, and so must the login role of a managed
-- server. A superuser needs no grant; granting needs the admin option elsewhere.
do $$
declare
  grantee text;
  granted text;
begin
  foreach grantee in array array[current_user::text, 'authenticator'] loop
    foreach granted in array array['anon', 'authenticated', 'service_role'] loop
      for attempt in 1..20 loop
        exit when exists (
          select from pg_auth_members m
          where m.roleid = granted::regrole and m.member = grantee::regrole
        );
        begin
          execute format('grant %I to %I', granted, grantee);
        exception
          -- Another database of the cluster grants the same at this moment.
          when unique_violation then null;
          when internal_error then perform pg_sleep(0.02);
        end;
      end loop;
    end loop;
  end loop;
end
$$;
