-- Names in the field's own words; nothing else changes.
alter trigger take_catalogue_price on public.cart_items rename to set_catalog_price;
alter trigger note_contact on public.contacts rename to notify_contact_received;
alter trigger announce_change on public.blog_posts rename to notify_content_changed;
alter trigger announce_change on public.partners rename to notify_content_changed;
alter trigger announce_change on public.testimonials rename to notify_content_changed;
alter trigger keep_former_slug on public.blog_posts rename to record_former_slug;
alter trigger announce_email on private.email_outbox rename to notify_email_queued;
alter trigger find_owner_of_order on public.orders rename to set_order_owner;
alter trigger announce_change on public.products rename to notify_content_changed;
alter trigger announce_update on public.products rename to notify_content_updated;
alter trigger keep_former_slug on public.products rename to record_former_slug;
alter trigger announce_change on public.site_settings rename to notify_content_changed;

alter function private.without_person(table_name text, content jsonb) rename to redact_personal_data;
alter function private.announce_content_change() rename to notify_content_changed;
alter function private.announce_email() rename to notify_email_queued;
alter function private.take_catalogue_price() rename to set_catalog_price;
alter function private.keep_former_slug() rename to record_former_slug;
alter function private.find_owner_of_order() rename to set_order_owner;
alter function private.note_contact() rename to notify_contact_received;

alter policy "Everybody may write to us" on public.contacts
  rename to "Anyone may send a message";
alter policy "Everybody reads active partners" on public.partners
  rename to "Everyone reads active partners";
alter policy "Everybody reads active testimonials" on public.testimonials
  rename to "Everyone reads active testimonials";
alter policy "Everybody reads published posts" on public.blog_posts
  rename to "Everyone reads published posts";
alter policy "Admins move orders along" on public.orders
  rename to "Admins update order status";
alter policy "Everybody reads the catalogue" on public.products
  rename to "Everyone reads the catalog";
alter policy "Admins manage the shop's facts" on public.site_settings
  rename to "Admins manage the settings";
alter policy "Everybody reads the shop's facts" on public.site_settings
  rename to "Everyone reads the settings";

create or replace function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor uuid := coalesce(nullif(current_setting('shop.actor', true), '')::uuid, auth.uid());
  actor_address text;
begin
  if actor is null and tg_argv[0] is distinct from 'always' then
    return null;
  end if;
  select email into actor_address from auth.users where id = actor;
  if tg_op = 'INSERT' then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, after)
    select actor, actor_address, 'insert', tg_table_name, coalesce(j ->> 'id', j ->> 'key'),
      private.redact_personal_data(tg_table_name, j)
    from (select to_jsonb(each) as j from new_rows as each) as added;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before)
    select actor, actor_address, 'delete', tg_table_name, coalesce(j ->> 'id', j ->> 'key'),
      private.redact_personal_data(tg_table_name, j)
    from (select to_jsonb(each) as j from old_rows as each) as removed;
  else
    insert into public.audit_log
      (actor_id, actor_email, action, table_name, row_id, before, after)
    select actor, actor_address, 'update', tg_table_name, row_key,
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, o.value)),
      private.redact_personal_data(tg_table_name, jsonb_object_agg(o.key, n.value))
    from (
      select coalesce(to_jsonb(each) ->> 'id', to_jsonb(each) ->> 'key') as row_key,
        to_jsonb(each) as j
      from old_rows as each
    ) as former
    join (
      select coalesce(to_jsonb(each) ->> 'id', to_jsonb(each) ->> 'key') as row_key,
        to_jsonb(each) as j
      from new_rows as each
    ) as latter using (row_key)
    cross join lateral jsonb_each(former.j) as o
    join lateral jsonb_each(latter.j) as n on n.key = o.key
    where o.value is distinct from n.value and o.key not in ('updated_at', 'view_count')
    group by row_key;
  end if;
  return null;
end
$$;
