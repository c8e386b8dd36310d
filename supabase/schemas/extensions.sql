-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

create extension if not exists pg_trgm with schema extensions;

create extension if not exists unaccent with schema extensions;

create schema private;

grant usage on schema private to anon, authenticated, service_role;
