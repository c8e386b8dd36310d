-- A hosted project grants every new table and function in public to the API's roles by itself. Here
-- nothing is granted but what a migration names, or column privileges would mean nothing there.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

-- Objects that row security and the server rely on and that no API may expose. API roles get
-- usage because policies run as the caller; each function is granted one by one.
create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Facts the server writes at start, read by policies (the admin's e-mail, the visitors' salt …).
create table private.settings (
  key text primary key,
  value text not null
);

-- After a transaction the setting is '' rather than null, hence nullif.
create function private.request_header(name text) returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('request.headers', true), '')::json ->> name
$$;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- Tells every server process which cached pages are out of date. Fired by rows, not statements: a
-- refused write touches no row, so a stranger cannot empty the caches. One transaction's repeats
-- are one notice.
create function private.announce_content_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end
$$;

revoke execute on all functions in schema private from public;
grant execute on function private.request_header(text) to anon, authenticated, service_role;
