create index validity_codes_printed_idx on public.validity_codes
  (translate(code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'));

-- The code that the lookup key spells in another way: a small letter, a space or a hyphen more or less,
-- in the key or as the code was added. One row at most, and none where the key opens a code by itself.
create function private.code_spelled_otherwise() returns text
language sql stable security definer set search_path = '' as $$
  select found.code
  from private.request_header('x-lookup-key') as key
  cross join lateral (
    select translate(key, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') as printed
  ) as spelling
  join public.validity_codes as found on printed <> ''
    and translate(found.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') = printed
  where not exists (
    select from public.validity_codes as exact where exact.code in (key, printed)
  )
  order by found.created_at, found.id
  limit 1
$$;

revoke execute on function private.code_spelled_otherwise() from public;
grant execute on function private.code_spelled_otherwise() to anon, authenticated, service_role;

alter policy "A code shows itself to its holder" on public.validity_codes
  using (
    code in (
      (select private.request_header('x-lookup-key')),
      translate(
        (select private.request_header('x-lookup-key')),
        'abcdefghijklmnopqrstuvwxyz -',
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      ),
      (select private.code_spelled_otherwise())
    )
  );
