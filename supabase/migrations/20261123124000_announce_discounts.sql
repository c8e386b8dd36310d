-- Cart and checkout ask for a code once there is one.
create trigger notify_content_changed
  after insert or update or delete on public.discounts
  for each row execute function private.notify_content_changed();
