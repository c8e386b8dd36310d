-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- What the owner says of pictures in the bucket `uploads`, by their names there.
create table public.pictures (
  id uuid default gen_random_uuid() not null,
  name text not null,
  -- What the file was called.
  title text default '' not null,
  alt text default '' not null,
  -- The point that stays in view where a picture is cut to fit: tenths of its width and height.
  focus_x smallint default 5 not null,
  focus_y smallint default 5 not null,
  -- Stays although nothing uses it; others go after a week.
  kept boolean default true not null,
  updated_at timestamptz default now() not null,
  constraint pictures_name_check check (length(name) between 1 and 1024),
  constraint pictures_title_check check (length(title) <= 200),
  constraint pictures_alt_check check (length(alt) <= 1000),
  constraint pictures_focus_check check (focus_x between 0 and 10 and focus_y between 0 and 10),
  constraint pictures_pkey primary key (id),
  constraint pictures_name_key unique (name)
);

-- Which rows name which picture, written by triggers on these rows; of orders, only that some do.
create table private.picture_uses (
  place text not null,
  row_id text not null,
  picture text not null,
  -- What the row is called that uses it; null where its key says that.
  label text,
  constraint picture_uses_pkey primary key (place, row_id, picture)
);

-- The first of many uses are read in their order.
create index picture_uses_in_order_idx on private.picture_uses (picture, place, row_id);

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

-- In URLs names may be percent-encoded.
create function private.decoded_name(written text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if position('%' in written) = 0 then
    return written;
  end if;
  return convert_from(
    (
      select decode(string_agg(
        case when length(part[1]) = 3 then substr(part[1], 2)
          else encode(convert_to(part[1], 'UTF8'), 'hex')
        end, '' order by place
      ), 'hex')
      from regexp_matches(written, '%[0-9A-Fa-f]{2}|.', 'g') with ordinality as parts (part, place)
    ),
    'UTF8'
  );
exception when data_exception then
  return written;
end
$$;

-- What a text names in the bucket, in one order, so that two writers never wait for each other.
create function private.named_pictures(content text) returns setof text
language sql stable set search_path = '' as $$
  select distinct private.decoded_name(rtrim(found[1], '.,;:!')) as name
  from regexp_matches(content, 'uploads/([^"''\s?#<>()\\&]+)', 'g') as found
  order by name
$$;

create function private.picture_at(address text) returns text
language sql stable set search_path = '' as $$
  select name from private.named_pictures(address) as name limit 1
$$;

-- '3 7', or null for the middle.
create function private.focus_at(address text) returns text
language sql stable security definer set search_path = '' as $$
  select focus_x || ' ' || focus_y from public.pictures
  where name = private.picture_at(address) and (focus_x, focus_y) <> (5, 5)
$$;

create function private.picture_is_used(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.picture_uses where picture = wanted)
$$;

create function private.uses_of_picture(wanted text)
returns table (place text, row_id text, label text)
language sql stable security definer set search_path = '' as $$
  select place, row_id, coalesce(label, row_id)
  from private.picture_uses
  where picture = wanted
  order by place, 3, row_id
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

-- Trigger arguments: the columns that show pictures; none: all. Sums are locked in one order, so that no
-- two writers wait for each other.
create function private.record_picture_uses() returns trigger
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

-- Orders are many and go on naming what was bought: one line for all of them.
create function private.record_ordered_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.picture_uses (place, row_id, picture)
  select 'orders', '', name from private.named_pictures(new.order_items::text) as name
  on conflict do nothing;
  return null;
end
$$;

-- For rows that came without their triggers, as an import's do.
create function private.rebuild_picture_uses() returns void
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

-- Every picture of the shop's storage, for admins alone.
create view public.picture_library with (security_invoker = true) as
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

-- Where a picture is used: {"uses": [{"place": "products", "row_id": …, "label": "Pure Resin"}, …],
-- "total": 3, "state": …}, the first hundred of them. Replacing asks for the state, so that nobody
-- agrees to less than what happens.
create function public.admin_picture_uses(picture text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  return (
    select jsonb_build_object(
      'uses', coalesce(
        jsonb_agg(jsonb_build_object('place', place, 'row_id', row_id, 'label', label) order by number)
          filter (where number <= 100),
        '[]'
      ),
      'total', count(*),
      'state', md5(coalesce(string_agg(place || ':' || row_id, ',' order by place, row_id), ''))
    )
    from (
      select use.*, row_number() over (order by use.place, use.label, use.row_id) as number
      from private.uses_of_picture(picture) as use
    ) as numbered
  );
end
$$;

create function private.unescaped(html text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(replace(
    html, '&quot;', '"'), '&#39;', ''''), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')
$$;

create function private.escaped(content text) returns text
language sql immutable set search_path = '' as $$
  select replace(replace(replace(replace(
    content, '&', '&amp;'), '"', '&quot;'), '<', '&lt;'), '>', '&gt;')
$$;

-- The pictures of an article, with what it says of them.
create function private.images_in(content text) returns table (tag text, picture text, alt text)
language sql stable set search_path = '' as $$
  select distinct found[1], private.picture_at(found[1]), private.unescaped(coalesce(
    substring(found[1] from '\salt\s*=\s*"([^"]*)"'),
    substring(found[1] from '\salt\s*=\s*''([^'']*)'''),
    ''
  ))
  from regexp_matches(
    content, '(<img\y(?:[^>"'']|"[^"]*"|''[^'']*'')*>)', 'gi'
  ) as found
$$;

-- An article that says `latter` of a picture where it said `former` or nothing.
create function private.with_alt(content text, wanted text, former text, latter text) returns text
language plpgsql stable set search_path = '' as $$
declare
  image record;
begin
  for image in
    select * from private.images_in(content)
    where picture = wanted and alt in ('', former) and alt <> latter
  loop
    content := replace(content, image.tag, regexp_replace(
      regexp_replace(
        image.tag, '\salt(\s*=\s*("[^"]*"|''[^'']*''|[^\s"''>]+))?(?=[\s/>])', '', 'i'
      ),
      '^<img', '<img alt="' || replace(private.escaped(latter), '\', '\\') || '"', 'i'
    ));
  end loop;
  return content;
end
$$;

-- A product that says `latter` of a picture where it said `former` or nothing.
create function private.with_alt(
  alts jsonb, addresses text[], wanted text, former text, latter text
) returns jsonb
language sql stable set search_path = '' as $$
  select alts || coalesce((
    select jsonb_object_agg(address, latter) from unnest(addresses) as address
    where private.picture_at(address) = wanted and coalesce(alts ->> address, '') in ('', former)
  ), '{}')
$$;

-- What is said of a picture is said where it is shown, unless something else is said there.
create function private.spread_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former constant text := coalesce(to_jsonb(old) ->> 'alt', '');
  says_more constant boolean := former <> new.alt;
  shown_by uuid[] := array(
    select row_id::uuid from private.picture_uses where picture = new.name and place = 'products'
  );
begin
  update public.products set
    image_alts = case when says_more
      then private.with_alt(image_alts, image_url || image_urls, new.name, former, new.alt)
      else image_alts
    end,
    image_focus = private.focus_at(image_url)
  where id = any (shown_by) and (
    image_focus is distinct from private.focus_at(image_url)
    or says_more and image_alts
      <> private.with_alt(image_alts, image_url || image_urls, new.name, former, new.alt)
  );
  shown_by := array(
    select row_id::uuid from private.picture_uses where picture = new.name and place = 'blog_posts'
  );
  update public.blog_posts set
    content = case when says_more
      then private.with_alt(content, new.name, former, new.alt)
      else content
    end,
    featured_image_focus = private.focus_at(featured_image_url)
  where id = any (shown_by) and (
    says_more and content <> private.with_alt(content, new.name, former, new.alt)
    or private.picture_at(featured_image_url) = new.name and (
      featured_image_focus is distinct from private.focus_at(featured_image_url)
      or coalesce(featured_image_alt, '') <> new.alt
    )
  );
  return null;
end
$$;

-- A picture that comes to a product brings its text along.
create function private.describe_product_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former constant jsonb := to_jsonb(old);
  address text;
  said text;
begin
  new.image_focus := private.focus_at(new.image_url);
  for address in select distinct each from unnest(new.image_url || new.image_urls) as each loop
    continue when coalesce(new.image_alts ->> address, '') <> ''
      or address = former ->> 'image_url' or former -> 'image_urls' ? address;
    select alt into said from public.pictures
    where name = private.picture_at(address) and alt <> '';
    if found then
      new.image_alts := new.image_alts || jsonb_build_object(address, said);
    end if;
  end loop;
  return new;
end
$$;

-- What is written in a product's form about a picture is the picture's, unless it had another text.
create function private.learn_from_product() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  former constant jsonb := coalesce(to_jsonb(old) -> 'image_alts', '{}');
  written record;
begin
  for written in
    select private.picture_at(key) as picture, left(value, 1000) as alt,
      coalesce(former ->> key, '') as before
    from jsonb_each_text(new.image_alts)
    where value <> '' and value is distinct from former ->> key
    order by 1
  loop
    continue when written.picture is null;
    insert into public.pictures as picture (name, alt, kept)
    values (written.picture, written.alt, false)
    on conflict (name) do update set alt = excluded.alt
    where picture.alt in ('', written.before) and picture.alt <> excluded.alt;
  end loop;
  return null;
end
$$;

create function private.describe_featured_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.featured_image_focus := private.focus_at(new.featured_image_url);
  new.featured_image_alt := (
    select nullif(alt, '') from public.pictures
    where name = private.picture_at(new.featured_image_url)
  );
  return new;
end
$$;

create function private.learn_from_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.pictures as picture (name, alt, kept)
  select distinct on (image.picture) image.picture, left(image.alt, 1000), false
  from private.images_in(new.content) as image
  where image.picture is not null and image.alt <> ''
  order by image.picture
  on conflict (name) do update set alt = excluded.alt where picture.alt = '';
  return null;
end
$$;

-- A text that names `latter` in the bucket where it named `former`.
create function private.with_other_picture(content text, former text, latter text) returns text
language plpgsql stable set search_path = '' as $$
declare
  written text;
begin
  for written in
    select distinct rtrim(named[1], '.,;:!')
    from regexp_matches(content, 'uploads/([^"''\s?#<>()\\&]+)', 'g') as named
    where private.decoded_name(rtrim(named[1], '.,;:!')) = former
  loop
    content := regexp_replace(
      content,
      'uploads/' || regexp_replace(written, '([^[:alnum:]])', '\\\1', 'g')
        || '(?=[.,;:!]*(?:$|["''\s?#<>()\\&]))',
      'uploads/' || latter, 'g'
    );
  end loop;
  return content;
end
$$;

-- Puts one picture in another's place everywhere but in orders, which say what was bought. `state` is
-- what the caller was shown of its uses; `width` and `height`, the new one's, are for the logo.
-- Answers in how many places.
create function public.replace_picture(
  former text, latter text, state text, width integer default null, height integer default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  said text;
  says text;
  shown_by uuid[];
  changed integer;
  total integer := 0;
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'permission denied for the admin area';
  end if;
  if latter = former or latter !~ '^[A-Za-z0-9._/-]+$' or (
    select count(*) from storage.objects
    where bucket_id = 'uploads' and name in (former, latter) and metadata ->> 'mimetype' like 'image/%'
  ) <> 2 then
    raise exception 'One of the two pictures is not in the library anymore.';
  end if;
  if public.admin_picture_uses(former) ->> 'state' is distinct from state then
    raise exception 'Where the picture is used has changed meanwhile. Look again, then replace it.';
  end if;
  select coalesce((select alt from public.pictures where name = former), ''),
    coalesce((select alt from public.pictures where name = latter), '')
    into said, says;

  shown_by := array(
    select row_id::uuid from private.picture_uses where picture = former and place = 'products'
  );
  update public.products set
    image_url = private.with_other_picture(image_url, former, latter),
    image_urls = array(
      select address from (
        select distinct on (address) address, number
        from unnest(image_urls) with ordinality as each (former_address, number),
          private.with_other_picture(former_address, former, latter) as address
        order by address, number
      ) as once
      order by number
    ),
    image_alts = (
      select coalesce(jsonb_object_agg(
        private.with_other_picture(key, former, latter),
        case when private.picture_at(key) = former and value in ('', said) and says <> ''
          then says else value end
      ), '{}')
      from jsonb_each_text(image_alts)
    )
  where id = any (shown_by);
  get diagnostics changed = row_count;
  total := total + changed;

  shown_by := array(
    select row_id::uuid from private.picture_uses where picture = former and place = 'blog_posts'
  );
  update public.blog_posts set
    featured_image_url = private.with_other_picture(featured_image_url, former, latter),
    content = case when says = '' then private.with_other_picture(content, former, latter)
      else private.with_alt(
        private.with_other_picture(content, former, latter), latter, said, says
      )
    end
  where id = any (shown_by);
  get diagnostics changed = row_count;
  total := total + changed;

  shown_by := array(
    select row_id::uuid from private.picture_uses where picture = former and place = 'testimonials'
  );
  update public.testimonials set
    image_url = private.with_other_picture(image_url, former, latter),
    media_url = private.with_other_picture(media_url, former, latter)
  where id = any (shown_by);
  get diagnostics changed = row_count;
  total := total + changed;

  shown_by := array(
    select row_id::uuid from private.picture_uses where picture = former and place = 'partners'
  );
  update public.partners set
    logo_url = private.with_other_picture(logo_url, former, latter)
  where id = any (shown_by);
  get diagnostics changed = row_count;
  total := total + changed;

  update public.site_settings set
    value = case when key = 'logo' and jsonb_typeof(value) = 'object' and width > 0 and height > 0
      then private.with_other_picture(value::text, former, latter)::jsonb
        || jsonb_build_object('width', width, 'height', height)
      else private.with_other_picture(value::text, former, latter)::jsonb
    end
  where key in (
    select row_id from private.picture_uses where picture = former and place = 'site_settings'
  );
  get diagnostics changed = row_count;
  return total + changed;
end
$$;

create trigger sum_added_uses after insert on private.picture_uses
  referencing new table as changed
  for each statement execute function private.sum_picture_uses();

create trigger sum_removed_uses after delete on private.picture_uses
  referencing old table as changed
  for each statement execute function private.sum_picture_uses();

create trigger name_changed_uses after update on private.picture_uses
  referencing new table as changed
  for each statement execute function private.sum_picture_uses();

create trigger record_picture_uses
  after insert or delete or update of id, name, image_url, image_urls on public.products
  for each row execute function private.record_picture_uses('image_url', 'image_urls');

create trigger record_picture_uses
  after insert or delete or update of id, title, featured_image_url, content on public.blog_posts
  for each row execute function private.record_picture_uses('featured_image_url', 'content');

create trigger record_picture_uses
  after insert or update or delete on public.testimonials
  for each row execute function private.record_picture_uses();

create trigger record_picture_uses
  after insert or update or delete on public.partners
  for each row execute function private.record_picture_uses();

create trigger record_picture_uses
  after insert or update or delete on public.site_settings
  for each row execute function private.record_picture_uses();

create trigger record_ordered_pictures
  after insert or update of order_items on public.orders
  for each row when (new.order_items::text like '%uploads/%')
  execute function private.record_ordered_pictures();

create trigger describe_pictures
  before insert or update of image_url, image_urls, image_alts, image_focus on public.products
  for each row execute function private.describe_product_pictures();

create trigger learn_alternative_texts
  after insert or update of image_alts on public.products
  for each row execute function private.learn_from_product();

create trigger describe_pictures
  before insert or update of featured_image_url, featured_image_alt, featured_image_focus
  on public.blog_posts
  for each row execute function private.describe_featured_picture();

create trigger learn_alternative_texts
  after insert or update of content on public.blog_posts
  for each row execute function private.learn_from_post();

create trigger spread_picture
  after insert or update of alt, focus_x, focus_y on public.pictures
  for each row execute function private.spread_picture();

create trigger touch_updated_at
  before update on public.pictures
  for each row execute function private.touch_updated_at();

create trigger record_delete after delete on public.pictures
  referencing old table as old_rows
  for each statement execute function private.record_change();

create trigger record_insert after insert on public.pictures
  referencing new table as new_rows
  for each statement execute function private.record_change();

create trigger record_update after update on public.pictures
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_change();

alter table public.picture_sums enable row level security;

alter table public.pictures enable row level security;

create policy "Admins read uses of pictures" on public.picture_sums
  for select to authenticated using ((select private.is_admin()));

create policy "Admins manage pictures" on public.pictures
  for all to authenticated using ((select private.is_admin()))
  with check ((select private.is_admin()));

revoke execute on function private.decoded_name(text) from public;
revoke execute on function private.named_pictures(text) from public;
revoke execute on function private.picture_at(text) from public;
revoke execute on function private.focus_at(text) from public;
revoke execute on function private.picture_is_used(text) from public;
grant execute on function private.picture_is_used(text) to authenticated;
revoke execute on function private.uses_of_picture(text) from public;
revoke execute on function private.labels_of_picture(wanted text) from public;
revoke execute on function private.sum_picture_uses() from public;
revoke execute on function private.record_picture_uses() from public;
revoke execute on function private.record_ordered_pictures() from public;
revoke execute on function private.rebuild_picture_uses() from public;
revoke execute on function public.admin_picture_uses(picture text) from public;
grant execute on function public.admin_picture_uses(picture text) to authenticated, service_role;
revoke execute on function private.unescaped(text) from public;
revoke execute on function private.escaped(text) from public;
revoke execute on function private.images_in(text) from public;
revoke execute on function private.with_alt(text, text, text, text) from public;
revoke execute on function private.with_alt(jsonb, text[], text, text, text) from public;
revoke execute on function private.spread_picture() from public;
revoke execute on function private.with_other_picture(text, text, text) from public;
revoke execute on function public.replace_picture(text, text, text, integer, integer) from public;
grant execute on function public.replace_picture(text, text, text, integer, integer)
  to authenticated, service_role;
revoke execute on function private.describe_product_pictures() from public;
revoke execute on function private.learn_from_product() from public;
revoke execute on function private.describe_featured_picture() from public;
revoke execute on function private.learn_from_post() from public;
revoke all on table public.pictures from anon, authenticated, service_role;
grant all on table public.pictures to service_role;
grant select, delete on table public.pictures to authenticated;
grant insert (name, title, alt, focus_x, focus_y, kept) on table public.pictures to authenticated;
grant update (name, title, alt, focus_x, focus_y, kept) on table public.pictures to authenticated;
revoke all on table public.picture_library from anon, authenticated, service_role;
grant select on table public.picture_library to authenticated, service_role;
revoke all on table public.picture_sums from anon, authenticated, service_role;
grant select on table public.picture_sums to authenticated, service_role;
