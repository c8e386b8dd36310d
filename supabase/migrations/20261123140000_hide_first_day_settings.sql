-- What the owner answers to the first-day checklist is nobody else's business.
alter policy "Everyone reads the settings" on public.site_settings
  using (key not in ('admins_need_second_step', 'charges_no_tax', 'first_day_hidden'));
