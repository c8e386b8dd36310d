-- A zone that named a country twice was shown with it twice.
create or replace function private.are_countries(codes text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(bool_and(coalesce(private.is_country(code), false)), false)
    and count(*) = count(distinct code)
  from unnest(codes) as code
$$;

update public.delivery_zones set countries = array(
  select code from unnest(countries) with ordinality as named(code, place) group by code order by min(place)
)
where not private.are_countries(countries);
