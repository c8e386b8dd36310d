-- A code that was on the list before its batch was released could be deleted in the moment of the release: the batch was
-- then valid by a check, and its code not found by a look-up.

-- A released batch's code is on the list of valid codes, a blocked one's is withdrawn in every spelling that no
-- other batch has. The server signs what was released or recalled; it is told at once.
create or replace function private.follow_batch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'released' then
    -- Held until the end: whoever deletes the code meanwhile has to see the release.
    loop
      insert into public.validity_codes (code, product_name)
      select new.code, coalesce((select name from public.products where id = new.product_id), 'Default Product')
      on conflict (code) do nothing;
      perform from public.validity_codes as v where v.code = new.code for key share;
      exit when found;
    end loop;
  elsif new.status = 'blocked' then
    delete from public.validity_codes as v
    where translate(v.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      = translate(new.code, 'abcdefghijklmnopqrstuvwxyz -', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      and (v.code = new.code or not exists (select from public.batches as b where b.code = v.code));
  end if;
  perform pg_notify('passport_due', new.id::text);
  return null;
end
$$;
