-- Prepares a PostgreSQL server (15 or newer) for the shop. An administrator runs this once:
--
--   SHOP_PASSWORD='…' psql "postgres://admin@server/postgres" -f deploy/prepare-database.sql
--
-- The administrator is a superuser, or the main role of a managed server, which has CREATEROLE and
-- CREATEDB. The shop then signs in as `livfit`, which owns its database and nothing else: no superuser,
-- no CREATEROLE, no BYPASSRLS. Other names: -v shop=name -v database=name. A database that exists, and
-- belongs to the administrator, is handed over to the shop. Running the script again changes nothing;
-- with another SHOP_PASSWORD it changes the password.

\set ON_ERROR_STOP on
\set QUIET on
\if :{?shop}
\else
  \set shop livfit
\endif
\if :{?database}
\else
  \set database :shop
\endif
\getenv password SHOP_PASSWORD

-- What callers of the interface become. No one can sign in as them.
select format('create role %I nologin noinherit', name)
from unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) as name
where not exists (select from pg_roles where rolname = name) \gexec

select format('create role %I login nosuperuser nocreaterole nocreatedb', :'shop')
where not exists (select from pg_roles where rolname = :'shop') \gexec
\if :{?password}
  alter role :"shop" password :'password';
\else
  \echo 'SHOP_PASSWORD is not set, so the password stays as it is. To set one: \\password' :shop
\endif

-- The shop becomes one of them for each call.
select format('grant %I to %I', granted, grantee)
from unnest(array['anon', 'authenticated', 'service_role']) as granted,
  unnest(array[:'shop', 'authenticator']) as grantee
where not exists (
  select from pg_auth_members m
  where m.roleid = granted::regrole
    and m.member = (select oid from pg_roles where rolname = grantee)
) \gexec

-- Only who may become a role can give it a database. From PostgreSQL 16 on, having made it is not enough.
select format('grant %I to current_user', :'shop')
where not pg_has_role(:'shop', case
  when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) \gexec
select format('create database %I owner %I template template0 encoding ''UTF8''', :'database', :'shop')
where not exists (select from pg_database where datname = :'database') \gexec
select format('alter database %I owner to %I', :'database', :'shop')
where exists (
  select from pg_database
  where datname = :'database' and pg_get_userbyid(datdba) <> :'shop'
) \gexec

-- Others on the server have no business in it.
revoke connect, temporary on database :"database" from public;

\echo 'Ready: set DATABASE_URL to' postgres://:shop:PASSWORD@SERVER/:database
