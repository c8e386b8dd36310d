-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- A recall is public from `announced_at` on; before, it is a draft.
create table public.recalls (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  reason text not null,
  instructions text not null,
  status text default 'draft' not null,
  announced_at timestamptz,
  created_by uuid default auth.uid(),
  updated_at timestamptz default now() not null,
  constraint recalls_instructions_check check (btrim(instructions) <> '' and length(instructions) <= 5000),
  constraint recalls_reason_check check (btrim(reason) <> '' and length(reason) <= 5000),
  constraint recalls_status_check check (status in ('draft', 'sending', 'sent')),
  constraint recalls_pkey primary key (id),
  constraint recalls_created_by_fkey foreign key (created_by) references auth.users(id) on delete set null
);

create index recalls_created_by_idx on public.recalls (created_by);

create index recalls_announced_at_idx on public.recalls (announced_at desc);

create table public.recall_batches (
  recall_id uuid not null,
  batch_id uuid not null,
  constraint recall_batches_pkey primary key (recall_id, batch_id),
  constraint recall_batches_recall_id_fkey
    foreign key (recall_id) references public.recalls(id) on delete cascade,
  constraint recall_batches_batch_id_fkey
    foreign key (batch_id) references public.batches(id) on delete restrict
);

create index recall_batches_batch_id_idx on public.recall_batches (batch_id);

-- Who bought from a recalled batch: one row for each email address, one for each order without one.
-- `sent_at` is written in the transaction that notes the mail server's yes.
create table public.recall_recipients (
  id uuid default gen_random_uuid() not null,
  recall_id uuid not null,
  email text,
  name text,
  order_ids uuid[] not null,
  token_hash text,
  queued_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  acknowledged_at timestamptz,
  created_at timestamptz default now() not null,
  constraint recall_recipients_email_check check (email = lower(email)),
  constraint recall_recipients_recall_id_email_key unique (recall_id, email),
  constraint recall_recipients_token_hash_key unique (token_hash),
  constraint recall_recipients_pkey primary key (id),
  constraint recall_recipients_recall_id_fkey
    foreign key (recall_id) references public.recalls(id) on delete cascade
);

create index recall_recipients_unsent_idx on public.recall_recipients (recall_id, id)
  where queued_at is null and email is not null;

-- An announced recall says what it said.
create function private.guard_recall() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and old.status <> 'draft' then
    raise check_violation using message = 'This recall is announced.';
  end if;
  return coalesce(new, old);
end
$$;

create function private.guard_recall_batch() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and exists (
    select from public.recalls as r
    where r.status <> 'draft' and r.id in (new.recall_id, old.recall_id)
  ) then
    raise check_violation using message = 'This recall is announced.';
  end if;
  return coalesce(new, old);
end
$$;

-- Saves the draft of a recall with its batches, as it was read (`seen` is its `updated_at`; null: it is new), and
-- answers it as stored: no row where somebody else saved first, or deleted it. Raises insufficient_privilege for
-- anybody but an admin, and check_violation once it is announced.
create function public.save_recall(
  recall uuid, reason text, instructions text, batch_ids uuid[], seen timestamptz default null
) returns setof public.recalls
language plpgsql set search_path = '' rows 1 as $$
declare
  stored timestamptz;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  select r.updated_at into stored from public.recalls as r where r.id = recall for update;
  if stored is distinct from seen then
    return;
  end if;
  if seen is null then
    insert into public.recalls (id, reason, instructions)
    values (recall, save_recall.reason, save_recall.instructions)
    on conflict do nothing;
    -- By another press at the same time.
    if not found then
      return;
    end if;
  else
    update public.recalls as r set reason = save_recall.reason, instructions = save_recall.instructions
    where r.id = recall;
  end if;
  delete from public.recall_batches as b where b.recall_id = recall and b.batch_id <> all (batch_ids);
  insert into public.recall_batches (recall_id, batch_id) select recall, unnest(batch_ids)
  on conflict do nothing;
  return query select r.* from public.recalls as r where r.id = recall;
end
$$;

-- The outbox says what became of a recall's email in the transaction that notes it.
create function private.note_recall_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recall_recipients set
    sent_at = case when new.status = 'sent' then coalesce(new.sent_at, now()) else sent_at end,
    failed_at = case when new.status = 'failed' then now() end
  where id = split_part(new.dedupe_key, ':', 3)::uuid;
  return null;
end
$$;

create trigger notify_content_changed after update on public.recalls
  for each row execute function private.notify_content_changed();

create trigger touch_updated_at before update on public.recalls
  for each row execute function private.touch_updated_at();

create trigger guard_recall before update or delete on public.recalls
  for each row execute function private.guard_recall();

create trigger guard_recall_batch before insert or update or delete on public.recall_batches
  for each row execute function private.guard_recall_batch();

create trigger note_recall_email after update of status on private.email_outbox
  for each row when (new.dedupe_key like 'recall:%') execute function private.note_recall_email();

create trigger record_delete after delete on public.recalls
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.recalls
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.recalls
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

alter table public.recalls enable row level security;
alter table public.recall_batches enable row level security;
alter table public.recall_recipients enable row level security;

create policy "Admins manage recalls" on public.recalls
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins manage recall batches" on public.recall_batches
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "Admins read recall recipients" on public.recall_recipients
  for select to authenticated using ((select private.is_admin()));

revoke all on table public.recalls, public.recall_batches, public.recall_recipients from anon, authenticated,
  service_role;
grant select, insert, update, delete on table public.recall_batches to authenticated;
grant select, delete on table public.recalls to authenticated;
grant select ( id, recall_id, email, name, order_ids, queued_at, sent_at, failed_at, acknowledged_at,
  created_at ) on table public.recall_recipients to authenticated;
grant insert (id, reason, instructions) on table public.recalls to authenticated;
grant update (reason, instructions) on table public.recalls to authenticated;
grant all on table public.recalls, public.recall_batches, public.recall_recipients to service_role;
revoke execute on function public.save_recall(uuid, text, text, uuid[], timestamptz) from public;
revoke execute on function private.guard_recall() from public;
revoke execute on function private.guard_recall_batch() from public;
revoke execute on function private.note_recall_email() from public;
grant execute on function public.save_recall(uuid, text, text, uuid[], timestamptz) to authenticated,
  service_role;
