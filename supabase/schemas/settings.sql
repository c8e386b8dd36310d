-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What the owner changes about the shop without touching code; absent keys keep the
-- defaults of domain/settings.ts.
create table public.site_settings (
  key text not null,
  value jsonb not null,
  updated_at timestamptz default now() not null,
  constraint site_settings_key_check check ((key ~ '^[a-z][a-z0-9_]*$')),
  constraint site_settings_pkey primary key (key)
);

-- What an admin saves; a value that came by an import is left out where it is read.
create function private.check_countries() returns trigger
language plpgsql set search_path = '' as $$
declare
  wrong text;
begin
  if current_user not in ('anon', 'authenticated', 'service_role') then
    return new;
  end if;
  if jsonb_typeof(new.value) <> 'array' or new.value = '[]' then
    raise check_violation using message = 'Name at least one country.';
  end if;
  select coalesce(element #>> '{}', 'null') into wrong
  from jsonb_array_elements(new.value) as element
  where jsonb_typeof(element) <> 'string' or not private.is_country(element #>> '{}')
  limit 1;
  if found then
    raise check_violation using message = format('%s is not the code of a country.', left(wrong, 40));
  end if;
  return new;
end
$$;

-- Countries that a payment can ship to; domain/countries.ts holds the same list, and a test compares
-- the two.
create function private.is_country(code text) returns boolean
language sql immutable set search_path = '' as $$
  select code in (
    'AC', 'AD', 'AE', 'AF', 'AG', 'AI', 'AL', 'AM', 'AO', 'AQ', 'AR', 'AT', 'AU', 'AW',
    'AX', 'AZ', 'BA', 'BB', 'BD', 'BE', 'BF', 'BG', 'BH', 'BI', 'BJ', 'BL', 'BM', 'BN',
    'BO', 'BQ', 'BR', 'BS', 'BT', 'BV', 'BW', 'BY', 'BZ', 'CA', 'CD', 'CF', 'CG', 'CH',
    'CI', 'CK', 'CL', 'CM', 'CN', 'CO', 'CR', 'CV', 'CW', 'CY', 'CZ', 'DE', 'DJ', 'DK',
    'DM', 'DO', 'DZ', 'EC', 'EE', 'EG', 'EH', 'ER', 'ES', 'ET', 'FI', 'FJ', 'FK', 'FO',
    'FR', 'GA', 'GB', 'GD', 'GE', 'GF', 'GG', 'GH', 'GI', 'GL', 'GM', 'GN', 'GP', 'GQ',
    'GR', 'GS', 'GT', 'GU', 'GW', 'GY', 'HK', 'HN', 'HR', 'HT', 'HU', 'ID', 'IE', 'IL',
    'IM', 'IN', 'IO', 'IQ', 'IS', 'IT', 'JE', 'JM', 'JO', 'JP', 'KE', 'KG', 'KH', 'KI',
    'KM', 'KN', 'KR', 'KW', 'KY', 'KZ', 'LA', 'LB', 'LC', 'LI', 'LK', 'LR', 'LS', 'LT',
    'LU', 'LV', 'LY', 'MA', 'MC', 'MD', 'ME', 'MF', 'MG', 'MK', 'ML', 'MM', 'MN', 'MO',
    'MQ', 'MR', 'MS', 'MT', 'MU', 'MV', 'MW', 'MX', 'MY', 'MZ', 'NA', 'NC', 'NE', 'NG',
    'NI', 'NL', 'NO', 'NP', 'NR', 'NU', 'NZ', 'OM', 'PA', 'PE', 'PF', 'PG', 'PH', 'PK',
    'PL', 'PM', 'PN', 'PR', 'PS', 'PT', 'PY', 'QA', 'RE', 'RO', 'RS', 'RU', 'RW', 'SA',
    'SB', 'SC', 'SD', 'SE', 'SG', 'SH', 'SI', 'SJ', 'SK', 'SL', 'SM', 'SN', 'SO', 'SR',
    'SS', 'ST', 'SV', 'SX', 'SZ', 'TA', 'TC', 'TD', 'TF', 'TG', 'TH', 'TJ', 'TK', 'TL',
    'TM', 'TN', 'TO', 'TR', 'TT', 'TV', 'TW', 'TZ', 'UA', 'UG', 'US', 'UY', 'UZ', 'VA',
    'VC', 'VE', 'VG', 'VN', 'VU', 'WF', 'WS', 'XK', 'YE', 'YT', 'ZA', 'ZM', 'ZW'
  )
$$;

-- Makes `wanted`, {"key": value}, the values of these settings, if they still are as they were `seen`: in the same form,
-- without those that had no row. All of them or none. False: somebody else changed one meanwhile, and nothing is stored.
-- Asked again after a lost answer, it is true. Raises insufficient_privilege for anybody but an admin.
create function public.save_settings(seen jsonb, wanted jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  -- In one order, so that no two wait for each other.
  perform from public.site_settings as s where wanted ? s.key order by s.key for update;
  if exists (
    select from jsonb_each(wanted) as each
    left join public.site_settings as s on s.key = each.key
    where s.value is distinct from each.value and s.value is distinct from seen -> each.key
  ) then
    return false;
  end if;
  begin
    insert into public.site_settings (key, value)
    select each.key, each.value from jsonb_each(wanted) as each
    where not exists (select from public.site_settings as s where s.key = each.key)
    order by each.key;
  exception when unique_violation then
    return false;
  end;
  update public.site_settings as s set value = each.value
  from jsonb_each(wanted) as each
  where s.key = each.key and s.value <> each.value;
  return true;
end
$$;

create trigger notify_content_changed
  after insert or update or delete on public.site_settings
  for each row execute function private.notify_content_changed();

create trigger check_countries
  before insert or update on public.site_settings
  for each row when (new.key = 'ships_to') execute function private.check_countries();

create trigger guard_second_step
  before insert or update or delete on public.site_settings
  for each row execute function private.guard_second_step();

create trigger record_delete after delete on public.site_settings
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.site_settings
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.site_settings
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create trigger touch_updated_at
  before update on public.site_settings
  for each row execute function private.touch_updated_at();

alter table public.site_settings enable row level security;

create policy "Admins manage the settings" on public.site_settings
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Everyone reads the settings" on public.site_settings for select to anon, authenticated
  using (key not in ('admins_need_second_step', 'charges_no_tax', 'first_day_hidden'));

revoke execute on function private.check_countries() from public;
revoke execute on function private.is_country(code text) from public;
grant execute on function private.is_country(code text) to authenticated, service_role;
revoke execute on function public.save_settings(jsonb, jsonb) from public;
grant execute on function public.save_settings(jsonb, jsonb) to authenticated;
grant all on table public.site_settings to service_role;
grant select,insert,delete,update on table public.site_settings to authenticated;
grant select(key) on table public.site_settings to anon;
grant select(value) on table public.site_settings to anon;
grant select(updated_at) on table public.site_settings to anon;
