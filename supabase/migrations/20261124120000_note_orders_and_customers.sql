-- What the team writes down about an order or a customer; nobody else reads it.
create table public.notes (
  id uuid default gen_random_uuid() not null,
  order_id uuid,
  -- Of the customer, in small letters.
  email text,
  body text not null,
  author_email text,
  created_at timestamptz default now() not null,
  constraint notes_about_check check (num_nonnulls(order_id, email) = 1),
  constraint notes_body_check check (body = btrim(body) and length(body) between 1 and 5000),
  constraint notes_email_check check (email = lower(email) and length(email) <= 254),
  constraint notes_pkey primary key (id),
  constraint notes_order_id_fkey foreign key (order_id) references public.orders(id) on delete cascade
);

create index notes_order_id_idx on public.notes (order_id);

create index notes_email_idx on public.notes (email);

create function private.sign_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.author_email := (select email from auth.users where id = auth.uid());
  new.created_at := now();
  return new;
end
$$;

create trigger sign_note before insert on public.notes
  for each row when (auth.uid() is not null)
  execute function private.sign_note();

create trigger record_delete after delete on public.notes
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.notes
  referencing new table as new_rows
  for each statement execute function private.record_change();

alter table public.notes enable row level security;

create policy "Admins read and write notes" on public.notes
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke execute on function private.sign_note() from public;
revoke all on table public.notes from anon, authenticated, service_role;
grant all on table public.notes to service_role;
grant select, insert (id, order_id, email, body), delete on table public.notes to authenticated;

create or replace function private.redact_personal_data(table_name text, content jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when hidden is null then content else (
    select jsonb_object_agg(
      key,
      case
        when value <> 'null' and (
          key = any (hidden) or table_name = 'orders' and key ~ '_(session|order)_id$'
        ) then '"…"'::jsonb
        else value
      end
    )
    from jsonb_each(content)
  ) end
  from (
    select case table_name
      when 'orders' then array['name', 'email', 'phone', 'address', 'ship_postal_code']
      when 'contacts' then array['name', 'email', 'phone', 'message']
      when 'notes' then array['email', 'body', 'author_email']
      when 'admin_invitations' then array['token_hash']
      when 'email_outbox' then array['dedupe_key', 'recipient', 'subject', 'html', 'text']
    end as hidden
  ) as rule
$$;
