-- A part of the schema and not a row, so that no import changes it. A migration that takes away what
-- earlier programs use replaces it (CONTRIBUTING, "Database changes").
create function private.oldest_program() returns text
language sql immutable set search_path = '' as $$ select '20261123200000' $$;

revoke execute on function private.oldest_program() from public;
