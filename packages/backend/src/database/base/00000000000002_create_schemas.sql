create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;

create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;

-- Nobody but the owner creates objects in public; who may read or write what is granted table by
-- table. Only the service role, which row security does not bind, gets everything by default.
revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant all on functions to service_role;

-- A hosted project comes with these two; a server without its contrib modules goes without.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['pgcrypto', 'uuid-ossp'] loop
    if exists (select from pg_available_extensions where name = wanted) then
      execute format('create extension if not exists %I with schema extensions', wanted);
    end if;
  end loop;
end
$$;
