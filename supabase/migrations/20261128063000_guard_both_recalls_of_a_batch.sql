-- Neither the recall that a batch leaves nor the one that it comes to may be announced.
create or replace function private.guard_recall_batch() returns trigger
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
