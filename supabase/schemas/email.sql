-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Emails wait here, written in the transaction that caused them, until a mail server takes them.
create table private.email_outbox (
  id uuid default gen_random_uuid() not null,
  dedupe_key text not null,
  order_id uuid,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  status text default 'queued' not null,
  tries integer default 0 not null,
  next_attempt_at timestamptz default now() not null,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz default now() not null,
  sent_at timestamptz,
  dismissed_at timestamptz,
  secret boolean default false not null,
  constraint email_outbox_status_check check ((status in ('queued', 'sent', 'failed'))),
  constraint email_outbox_dedupe_key_key unique (dedupe_key),
  constraint email_outbox_pkey primary key (id),
  constraint email_outbox_order_id_fkey foreign key (order_id) references public.orders(id) on delete cascade
);

create index email_outbox_due_idx on private.email_outbox (next_attempt_at) where status = 'queued';

create index email_outbox_failed_idx on private.email_outbox (created_at)
  where status = 'failed' and dismissed_at is null;

create index email_outbox_order_id_idx on private.email_outbox (order_id);

-- Wakes the sender at once instead of at its next round.
create function private.notify_email_queued() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('email_queued', '');
  return null;
end
$$;

-- Never an email's text, as in private.mails_for_admins; read by its index, because few of many
-- thousand emails fail.
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

-- What became of each email, for the admin: never its text, which may hold a sign-in link. The
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

create view public.failed_mails with (security_invoker = true) as
  select * from private.failed_mails_for_admins();

create view public.mails with (security_invoker = true) as
  select * from private.mails_for_admins();

create trigger notify_email_queued
  after insert on private.email_outbox
  for each statement execute function private.notify_email_queued();

-- Who sent an email again or gave it up for good. Only what an admin does: the shop's own attempts
-- name no actor.
create trigger record_update after update on private.email_outbox
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

revoke execute on function private.notify_email_queued() from public;
revoke execute on function private.failed_mails_for_admins() from public;
grant execute on function private.failed_mails_for_admins() to authenticated, service_role;
revoke execute on function private.mails_for_admins() from public;
grant execute on function private.mails_for_admins() to authenticated, service_role;
grant all on table public.failed_mails to service_role;
grant select on table public.failed_mails to authenticated;
grant all on table public.mails to service_role;
grant select on table public.mails to authenticated;
