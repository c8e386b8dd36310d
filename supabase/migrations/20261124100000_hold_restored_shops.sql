-- Accounts that were deleted: a backup that was made before still holds them.
create table private.erasures (
  account_id uuid not null,
  erased_at timestamptz default now() not null,
  noted_at timestamptz,
  constraint erasures_pkey primary key (account_id)
);

-- The shop was filled from a backup. Its emails and jobs wait until somebody confirms it.
create table private.restores (
  id uuid default gen_random_uuid() not null,
  backup_at timestamptz not null,
  restored_at timestamptz default now() not null,
  confirmed_at timestamptz,
  compared_at timestamptz,
  constraint restores_pkey primary key (id)
);

-- What the payment services tell of the time after the backup, the former shop may have told
-- already: such an email waits for an administrator among the failed ones.
create function private.keep_back_repeated_email() returns trigger
language plpgsql set search_path = '' as $$
begin
  if split_part(new.dedupe_key, ':', 3) in ('paid', 'refund', 'alert') and exists (
    select from private.restores r join public.orders o on o.id = new.order_id
    where r.compared_at is null and o.created_at <= r.backup_at
  ) then
    new.status := 'failed';
    new.last_error := 'It may have been sent before the shop was restored from a backup.';
  end if;
  return new;
end
$$;

revoke execute on function private.keep_back_repeated_email() from public;

create trigger keep_back_repeated before insert on private.email_outbox
  for each row when (new.order_id is not null and new.status = 'queued')
  execute function private.keep_back_repeated_email();

alter table public.incidents
  drop constraint incidents_kind_check,
  add constraint incidents_kind_check check ((kind in (
    'webhooks_silent', 'emails_stuck', 'events_stuck', 'payments_unreachable', 'reconciler_stopped', 'disk_low',
    'clock_wrong', 'backup_missing', 'restore_unconfirmed'
  )));
