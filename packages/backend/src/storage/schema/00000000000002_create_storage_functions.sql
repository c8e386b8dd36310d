-- The functions that policies on a hosted project use.
create function storage.foldername(name text) returns text[]
  language sql immutable set search_path = ''
  as $$
    select parts[1 : array_length(parts, 1) - 1] from string_to_array($1, '/') as parts
  $$;

create function storage.filename(name text) returns text
  language sql immutable set search_path = ''
  as $$
    select parts[array_length(parts, 1)] from string_to_array($1, '/') as parts
  $$;

create function storage.extension(name text) returns text
  language sql immutable set search_path = ''
  as $$
    select reverse(split_part(reverse(storage.filename($1)), '.', 1))
  $$;

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
  language sql stable set search_path = ''
  as $$
    select sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id
    from storage.objects o
    group by o.bucket_id
  $$;

-- Which call a policy is asked for, such as storage.object.list.
create function storage.operation() returns text
  language sql stable set search_path = ''
  as $$ select current_setting('storage.operation', true) $$;

create function storage.allow_only_operation(expected_operation text) returns boolean
  language sql stable set search_path = ''
  as $$
    select coalesce(
      regexp_replace(storage.operation(), '^storage\.', '')
        = regexp_replace(expected_operation, '^storage\.', ''),
      false
    )
  $$;

create function storage.allow_any_operation(expected_operations text[]) returns boolean
  language sql stable set search_path = ''
  as $$
    select coalesce(bool_or(storage.allow_only_operation(expected)), false)
    from unnest(expected_operations) as expected
  $$;

grant execute on all functions in schema storage to anon, authenticated, service_role;

create function storage.update_updated_at_column() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      new.updated_at = now();
      return new;
    end
  $$;

create trigger update_objects_updated_at
  before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create function storage.enforce_bucket_name_length() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      if length(new.name) > 100 then
        raise exception 'bucket name "%" is too long (% characters). Max is 100.',
          new.name, length(new.name);
      end if;
      return new;
    end
  $$;

create trigger enforce_bucket_name_length_trigger
  before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

-- A row deleted by hand would leave its file behind.
create function storage.protect_delete() returns trigger
  language plpgsql set search_path = ''
  as $$
    begin
      if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
        raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
          using hint = 'This prevents accidental data loss from orphaned objects.',
            errcode = '42501';
      end if;
      return null;
    end
  $$;

create trigger protect_buckets_delete
  before delete on storage.buckets
  for each statement execute function storage.protect_delete();

create trigger protect_objects_delete
  before delete on storage.objects
  for each statement execute function storage.protect_delete();
