-- Schemas that a hosted project comes with, and the publication that realtime listens to. Nothing
-- here fills them; migrations only expect to find them.
create schema if not exists graphql;
create schema if not exists graphql_public;
create schema if not exists realtime;
create schema if not exists vault;
grant usage on schema graphql_public, realtime to anon, authenticated, service_role;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
