-- Mails wait here, written in the transaction that caused them, until a mail server takes them.
create table private.email_outbox (
  id uuid primary key default gen_random_uuid(),
  -- The same cause never queues twice, e.g. order:<id>:paid:customer.
  dedupe_key text not null unique,
  order_id uuid references public.orders (id) on delete cascade,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  tries integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- While a sender works on it; past that time another may take it over.
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index email_outbox_due_idx on private.email_outbox (next_attempt_at) where status = 'queued';
create index email_outbox_order_id_idx on private.email_outbox (order_id);

-- Wakes the sender at once instead of at its next round.
create function private.announce_email() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('email_queued', '');
  return null;
end
$$;
revoke execute on function private.announce_email() from public;

create trigger announce_email
  after insert on private.email_outbox
  for each statement execute function private.announce_email();
