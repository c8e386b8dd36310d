-- What became of each mail, for the admin: never its text, which may hold a sign-in link. The
-- outbox itself stays closed, hence a function that looks into it for admins alone.
create function private.mails_for_admins() returns table (
  id uuid,
  order_id uuid,
  kind text,
  recipient text,
  subject text,
  status text,
  tries integer,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz,
  sent_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select
    mail.id,
    mail.order_id,
    -- paid, refund, shipped, alert …; for what is not about an order its cause: auth, incident …
    split_part(mail.dedupe_key, ':', case when mail.dedupe_key like 'order:%' then 3 else 1 end),
    mail.recipient,
    mail.subject,
    mail.status,
    mail.tries,
    mail.next_attempt_at,
    mail.last_error,
    mail.created_at,
    mail.sent_at
  from private.email_outbox as mail
  where (select private.is_admin())
$$;
revoke execute on function private.mails_for_admins() from public;
grant execute on function private.mails_for_admins() to authenticated, service_role;

create view public.mails with (security_invoker = true) as
  select * from private.mails_for_admins();
grant select on public.mails to authenticated;
