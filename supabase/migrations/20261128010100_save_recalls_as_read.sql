-- Of a recall that two admins prepared at once each overwrote the other's, and their batches were mixed.
alter table public.recalls add column updated_at timestamptz not null default now();

create trigger touch_updated_at before update on public.recalls
  for each row execute function private.touch_updated_at();

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

revoke execute on function public.save_recall(uuid, text, text, uuid[], timestamptz) from public;
grant execute on function public.save_recall(uuid, text, text, uuid[], timestamptz) to authenticated,
  service_role;
