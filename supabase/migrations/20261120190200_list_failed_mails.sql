-- Mails that were given up, for the owner to send again or to take off the list.
alter table private.email_outbox add column dismissed_at timestamptz;
drop index private.email_outbox_failed_idx;
create index email_outbox_failed_idx on private.email_outbox (created_at)
  where status = 'failed' and dismissed_at is null;

-- Never a mail's text, as in private.mails_for_admins; read by its index, because few of many
-- thousand mails fail.
create function private.failed_mails_for_admins() returns table (
  id uuid,
  order_id uuid,
  kind text,
  recipient text,
  subject text,
  last_error text,
  created_at timestamptz,
  failed_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select
    mail.id,
    mail.order_id,
    split_part(mail.dedupe_key, ':', case when mail.dedupe_key like 'order:%' then 3 else 1 end),
    mail.recipient,
    mail.subject,
    mail.last_error,
    mail.created_at,
    mail.next_attempt_at
  from private.email_outbox as mail
  where mail.status = 'failed' and mail.dismissed_at is null and (select private.is_admin())
$$;
revoke execute on function private.failed_mails_for_admins() from public;
grant execute on function private.failed_mails_for_admins() to authenticated, service_role;

create view public.failed_mails with (security_invoker = true) as
  select * from private.failed_mails_for_admins();
grant select on public.failed_mails to authenticated;

-- Who sent a mail again or gave it up for good. Only what an administrator does: the shop's own
-- attempts name no actor.
create trigger record_update after update on private.email_outbox
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

create or replace function private.searched_text(list text) returns text
language sql immutable set search_path = '' as $$
  select case list
    when 'orders' then $e$(name || ' ' || email || ' ' || id::text)$e$
    when 'products' then $e$(name || ' ' || coalesce(slug, ''))$e$
    when 'contacts' then $e$(name || ' ' || email || ' ' || phone || ' ' || message)$e$
    when 'testimonials' then $e$(name || ' ' || content)$e$
    when 'partners' then $e$(name || ' ' || coalesce(description, ''))$e$
    when 'blog_posts' then $e$(title || ' ' || slug || ' ' || author_name)$e$
    when 'validity_codes' then $e$(code || ' ' || product_name)$e$
    when 'audit_log' then $e$(table_name || ' ' || row_id || ' ' || coalesce(actor_email, ''))$e$
    when 'failed_mails' then
      $e$(recipient || ' ' || subject || ' ' || coalesce(last_error, ''))$e$
    when 'product_validity_view' then $e$(code || ' ' || product_name)$e$
  end
$$;

-- As before, but for mails that were taken off the list.
create or replace function public.admin_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  return jsonb_build_object(
    'products', (select count(*) from public.products),
    'orders', (
      select count(*) from public.orders where payment_status not in ('expired', 'failed')
    ),
    'contacts', (select count(*) from public.contacts),
    'attention', jsonb_build_object(
      'review', (select count(*) from public.orders where payment_status = 'review'),
      'disputed', (select count(*) from public.orders where payment_status = 'disputed'),
      'failed_mails', (
        select count(*) from private.email_outbox where status = 'failed' and dismissed_at is null
      ),
      'unanswered', (select count(*) from public.contacts where answered_at is null),
      'to_ship', (
        select count(*) from public.orders
        where payment_status = 'paid' and status in ('pending', 'processing')
      )
    )
  );
end
$$;
