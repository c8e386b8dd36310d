-- A customer's row for a product or a post kept the process busy with decoding and comparing its addresses of pictures
-- before it was refused; one for a batch told whether a code exists.
-- Row security refuses what others insert, but asks only once all other triggers have worked on it: for a
-- megabyte of what they look through, that keeps everybody waiting. The first of a table's triggers.
create function private.require_admin() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not private.is_admin() then
    raise insufficient_privilege using message =
      format('new row violates row-level security policy for table "%s"', tg_table_name);
  end if;
  return new;
end
$$;

revoke execute on function private.require_admin() from public;

create trigger admit_admins_only before insert on public.products
  for each row execute function private.require_admin();

create trigger admit_admins_only before insert on public.blog_posts
  for each row execute function private.require_admin();

create trigger admit_admins_only before insert on public.batches
  for each row execute function private.require_admin();
