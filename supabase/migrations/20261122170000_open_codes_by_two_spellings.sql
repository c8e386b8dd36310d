-- Codes are printed in capitals. A lookup key opens the code as typed, and its spelling in capitals
-- without spaces and hyphens: two rows at most. translate() deletes what has no counterpart, and
-- unlike upper() does not depend on the database's locale.
alter policy "A code shows itself to its holder" on public.validity_codes
  using (
    code in (
      (select private.request_header('x-lookup-key')),
      translate(
        (select private.request_header('x-lookup-key')),
        'abcdefghijklmnopqrstuvwxyz -',
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
      )
    )
  );

-- A VALID answer names the product.
grant select (product_name) on public.validity_codes to anon;
