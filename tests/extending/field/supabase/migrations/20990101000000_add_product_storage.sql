alter table public.products add column storage text check (length(storage) <= 5000);
grant select (storage) on public.products to anon;
