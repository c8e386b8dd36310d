-- The list of pictures counted and named all uses of all pictures for every page. Now each picture has
-- its counts and names in one row, and the list reads only the rows that it shows.
-- Older programs: the function that goes was the view's alone, and the view keeps its columns.

-- What the row is called that uses it; null where its key says that.
alter table private.picture_uses add column label text;

-- The first of many uses are read in their order.
create index picture_uses_in_order_idx on private.picture_uses (picture, place, row_id);
drop index private.picture_uses_picture_idx;

-- How many uses of which place each picture has, and what they are called: written by triggers on
-- private.picture_uses. What nothing uses has no row.
create table public.picture_sums (
  picture text not null,
  -- {"products": 3, "blog_posts": 1}
  places jsonb not null,
  -- Of the first hundred.
  labels text default '' not null,
  constraint picture_sums_pkey primary key (picture)
);

-- Counts by what came and went, not by counting again: of two writers of one picture, the second does
-- not see the first's rows, but waits for its sum.
create function private.sum_picture_uses() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'UPDATE' then
    insert into public.picture_sums as summed (picture, places)
    select picture, jsonb_object_agg(place, total)
    from (
      select picture, place, case tg_op when 'INSERT' then count(*) else -count(*) end as total
      from changed
      group by picture, place
    ) as by_place
    group by picture
    order by picture
    on conflict (picture) do update set places = (
      select coalesce(jsonb_object_agg(place, total), '{}')
      from (
        select key as place, sum(value::bigint) as total
        from (
          select key, value from jsonb_each_text(summed.places)
          union all select key, value from jsonb_each_text(excluded.places)
        ) as each
        group by key
        having sum(value::bigint) <> 0
      ) as added
    );
  end if;
  update public.picture_sums as summed set labels = latter.labels
  from (
    select picture, private.labels_of_picture(picture) as labels
    from (select distinct picture from changed) as each
  ) as latter
  where summed.picture = latter.picture and summed.labels <> latter.labels;
  delete from public.picture_sums
  where picture in (select picture from changed) and places = '{}';
  return null;
end
$$;

create function private.labels_of_picture(wanted text) returns text
language sql stable set search_path = '' as $$
  select coalesce(left(string_agg(label, ', ' order by place, row_id), 2000), '')
  from (
    select place, row_id, label from private.picture_uses
    where picture = wanted
    order by place, row_id
    limit 100
  ) as first
$$;

-- Trigger arguments: the columns that show pictures; none: all. Sums are locked in one order, so that no
-- two writers wait for each other.
create or replace function private.record_picture_uses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former constant jsonb := to_jsonb(old);
  latter constant jsonb := to_jsonb(new);
  former_key constant text := coalesce(former ->> 'id', former ->> 'key');
  latter_key constant text := coalesce(latter ->> 'id', latter ->> 'key');
  called constant text := latter ->> case tg_table_name when 'blog_posts' then 'title' else 'name' end;
  shown text[] := '{}';
  gone text[];
  come text[];
begin
  if tg_op <> 'DELETE' then
    shown := array(
      select name
      from private.named_pictures((
        select jsonb_object_agg(key, value)::text from jsonb_each(latter)
        where tg_nargs = 0 or key = any (tg_argv)
      )) as name
    );
  end if;
  gone := array(
    select picture from private.picture_uses
    where place = tg_table_name and row_id = former_key
      and (former_key is distinct from latter_key or picture <> all (shown))
  );
  come := array(
    select name from unnest(shown) as name
    where not exists (
      select from private.picture_uses
      where place = tg_table_name and row_id = latter_key and picture = name
        and label is not distinct from called
    )
  );
  if cardinality(gone) + cardinality(come) = 0 then
    return null;
  end if;
  perform from public.picture_sums where picture = any (gone || come) order by picture for update;
  delete from private.picture_uses
  where place = tg_table_name and row_id = former_key and picture = any (gone);
  insert into private.picture_uses (place, row_id, picture, label)
  select tg_table_name, latter_key, name, called from unnest(come) as name order by name
  on conflict (place, row_id, picture) do update set label = excluded.label;
  return null;
end
$$;

-- For rows that came without their triggers, as an import's do.
create or replace function private.rebuild_picture_uses() returns void
language sql set search_path = '' as $$
  delete from private.picture_uses;
  insert into private.picture_uses (place, row_id, picture, label)
  select place, row_id, name, label
  from (
    select 'products' as place, id::text as row_id, product.name as label,
        jsonb_build_array(image_url, image_urls)::text as content
      from public.products as product
    union all select 'blog_posts', id::text, title,
        jsonb_build_array(featured_image_url, post.content)::text
      from public.blog_posts as post
    union all select 'testimonials', id::text, testimonial.name, to_jsonb(testimonial)::text
      from public.testimonials as testimonial
    union all select 'partners', id::text, partner.name, to_jsonb(partner)::text
      from public.partners as partner
    union all select 'site_settings', key, null, to_jsonb(setting)::text
      from public.site_settings as setting
    union all select 'orders', '', null, order_items::text from public.orders
      where order_items::text like '%uploads/%'
  ) as rows, private.named_pictures(content) as name
  on conflict do nothing;
  -- Of an import, the triggers rest.
  delete from public.picture_sums;
  insert into public.picture_sums (picture, places, labels)
  select picture, jsonb_object_agg(place, total), private.labels_of_picture(picture)
  from (
    select picture, place, count(*) as total from private.picture_uses group by picture, place
  ) as by_place
  group by picture;
$$;

create or replace function private.uses_of_picture(wanted text)
returns table (place text, row_id text, label text)
language sql stable security definer set search_path = '' as $$
  select place, row_id, coalesce(label, row_id)
  from private.picture_uses
  where picture = wanted
  order by place, 3, row_id
$$;

-- Every picture of the shop's storage, for admins alone.
create or replace view public.picture_library with (security_invoker = true) as
  select
    file.id,
    file.name,
    coalesce(nullif(picture.title, ''), file.name) as title,
    coalesce(picture.alt, '') as alt,
    coalesce(picture.focus_x, 5::smallint) as focus_x,
    coalesce(picture.focus_y, 5::smallint) as focus_y,
    file.metadata ->> 'mimetype' as mimetype,
    (file.metadata ->> 'size')::bigint as bytes,
    coalesce(picture.kept, false) as kept,
    coalesce(summed.places, '{}') as places,
    summed.picture is not null as used,
    coalesce(summed.labels, '') as used_in,
    file.created_at,
    picture.updated_at as saved_at
  from storage.objects as file
  left join public.pictures as picture on picture.name = file.name
  left join public.picture_sums as summed on summed.picture = file.name
  where file.bucket_id = 'uploads' and file.metadata ->> 'mimetype' like 'image/%'
    and (select private.is_admin());

drop function private.picture_library_for_admins();

create trigger sum_added_uses after insert on private.picture_uses
  referencing new table as changed
  for each statement execute function private.sum_picture_uses();

create trigger sum_removed_uses after delete on private.picture_uses
  referencing old table as changed
  for each statement execute function private.sum_picture_uses();

create trigger name_changed_uses after update on private.picture_uses
  referencing new table as changed
  for each statement execute function private.sum_picture_uses();

-- Only what is looked at here, so that a use never outlives the change that ends it.
drop trigger record_picture_uses on public.products;
create trigger record_picture_uses
  after insert or delete or update of id, name, image_url, image_urls on public.products
  for each row execute function private.record_picture_uses('image_url', 'image_urls');

drop trigger record_picture_uses on public.blog_posts;
create trigger record_picture_uses
  after insert or delete or update of id, title, featured_image_url, content on public.blog_posts
  for each row execute function private.record_picture_uses('featured_image_url', 'content');

alter table public.picture_sums enable row level security;

create policy "Admins read uses of pictures" on public.picture_sums
  for select to authenticated using ((select private.is_admin()));

revoke execute on function private.sum_picture_uses() from public;
revoke execute on function private.labels_of_picture(wanted text) from public;
revoke all on table public.picture_sums from anon, authenticated, service_role;
grant select on table public.picture_sums to authenticated, service_role;

select private.rebuild_picture_uses();
