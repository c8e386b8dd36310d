import type { Database } from '@liv-fit/backend/database';
import { sumSales } from '#server/jobs/sum-sales.ts';

export interface ShopSize {
  orders: number;
  products: number;
  codes: number;
  /** Four of five are used in products and posts. */
  pictures?: number;
}

/** The size at which the admin area is measured. */
export const largeShop = {
  orders: 50_000,
  products: 5_000,
  codes: 100_000,
  pictures: 10_000,
} as const satisfies ShopSize;

/**
 * Fills a migrated database with made-up rows, spread over the last two years, the same ones every
 * time. Only for measuring and testing: it adds to what is already there.
 */
export async function fillShop(database: Database, size: ShopSize): Promise<void> {
  await database.query({
    text: `insert into public.products
        (name, slug, description, price, weight_type, sold_out, tags, image_url, created_at)
      select 'Measured Product ' || n, 'measured-product-' || n, repeat('From the valley. ', 20),
        10 + n % 90, case when n % 2 = 0 then '30g' else '30ml' end, n % 11 = 0,
        array['resin', 'tag ' || n % 20], '/placeholder.svg', now() - n * interval '3 hours'
      from generate_series(1, $1::integer) as n`,
    values: [size.products],
    answerTimeout: 0,
  });
  await database.query({
    text: `do $$ begin
      alter table public.orders disable trigger mark_stale_customers_of_new;
      alter table public.payments disable trigger mark_stale_sums;
      alter table public.refunds disable trigger mark_stale_sums;
    end $$`,
    answerTimeout: 0,
  });
  await database.query({
    text: `insert into public.orders
        (name, email, phone, address, order_items, total_amount, status, payment_status,
         stripe_session_id, created_at, paid_at)
      select
        (array['Maya','Ben','Ines','Tom','Ada','Noor'])[1 + n % 6] || ' '
          || (array['Stone','Okafor','Duarte','Li','Byron'])[1 + n % 5] || ' ' || n,
        'customer' || n || '@mail.example', '+1 555 0100', n || ' Ridge Road, Denver',
        jsonb_build_array(jsonb_build_object(
          'id', n, 'name', 'Measured Product ' || n % 40, 'weight', '30g', 'price', 39.9,
          'quantity', 1 + n % 3, 'image_url', ''
        )),
        39.9 * (1 + n % 3),
        (array['delivered','shipped','processing','pending','cancelled'])[1 + n % 5],
        (array['paid','paid','paid','paid','paid','paid','expired','failed','pending','refunded'])
          [1 + n % 10],
        'cs_measured_' || n, made.at, case when n % 10 < 6 then made.at end
      from generate_series(1, $1::integer) as n,
        lateral (select now() - n * (interval '730 days' / greatest($1::integer, 1)) as at) as made`,
    values: [size.orders],
    answerTimeout: 0,
  });
  await database.query({
    text: `with taken as (
        insert into public.payments (order_id, provider, reference, amount_cents, currency, created_at)
        select id, 'stripe', 'pi_' || id, (total_amount * 100)::bigint, currency, paid_at
        from public.orders where stripe_session_id like 'cs_measured_%' and paid_at is not null
        returning id, order_id, provider, reference, amount_cents, currency, created_at
      )
      insert into public.refunds
        (order_id, payment_id, provider, reference, amount_cents, currency, state, origin, created_at)
      select order_id, id, provider, 're_' || id, amount_cents / 2, currency, 'succeeded', 'shop',
        least(created_at + interval '9 days', now())
      from taken where right(reference, 1) = '0'`,
    answerTimeout: 0,
  });
  await database.query({
    text: `insert into public.validity_codes (code, created_at)
      select 'SH' || lpad(n::text, 7, '0'), now() - n * interval '1 minute'
      from generate_series(1, $1::integer) as n`,
    values: [size.codes],
    answerTimeout: 0,
  });
  await database.query({
    text: `insert into public.contacts (name, email, phone, message, created_at, answered_at)
      select 'Visitor ' || n, 'visitor' || n || '@mail.example', '1', repeat('A question. ', 10),
        now() - n * interval '2 hours', case when n % 4 > 0 then now() end
      from generate_series(1, $1::integer) as n`,
    values: [Math.ceil(size.orders / 20)],
    answerTimeout: 0,
  });
  await database.query({
    text: `insert into public.audit_log
        (actor_email, action, table_name, row_id, before, after, created_at)
      select case
          when n % 700 = 0 then 'seldom@mail.example'
          when n % 3 > 0 then 'owner' || n % 5 || '@mail.example'
        end, 'update',
        case when n % 500 = 0 then 'partners'
          else (array['orders','products','validity_codes'])[1 + n % 3] end,
        md5(n::text)::uuid::text, '{"status": "pending"}', '{"status": "shipped"}',
        now() - n * interval '10 minutes'
      from generate_series(1, $1::integer) as n`,
    values: [size.orders * 2],
    answerTimeout: 0,
  });
  await database.query({
    text: `do $$ begin
      alter table public.orders enable trigger mark_stale_customers_of_new;
      alter table public.payments enable trigger mark_stale_sums;
      alter table public.refunds enable trigger mark_stale_sums;
    end $$`,
    answerTimeout: 0,
  });
  if (size.pictures) await fillLibrary(database, size.pictures);
  await database.query({ text: 'analyze', answerTimeout: 0 });
  await database.query({ text: 'select private.rebuild_customers()', answerTimeout: 0 });
  // In the job's own steps: for a million orders, one statement would take a quarter of an hour or
  // more.
  await database.query({
    text: `insert into private.stale_sales
      select private.quarter_of(created_at) from public.orders
      union select private.quarter_of(paid_at) from public.orders where paid_at is not null
      union select private.quarter_of(created_at) from private.refunds_of_sales`,
    answerTimeout: 0,
  });
  await sumSales(database, new AbortController().signal);
  await database.query({ text: 'vacuum analyze', answerTimeout: 0 });
}

/**
 * Adds pictures to products in pairs, with one shared by every tenth product; the rest go in pairs
 * to posts.
 */
async function fillLibrary(database: Database, pictures: number): Promise<void> {
  const file = (n: string) =>
    `'/storage/v1/object/public/uploads/measured-' || 1 + (${n}) % $1::integer || '.webp'`;
  await database.query({
    text: `with files as (
        insert into storage.objects (bucket_id, name, metadata, created_at)
        select 'uploads', 'measured-' || n || '.webp',
          jsonb_build_object('mimetype', 'image/webp', 'size', 20000 + n),
          now() - n * interval '20 minutes'
        from generate_series(1, $1::integer) as n
      )
      insert into public.pictures (name, title, alt, kept)
      select 'measured-' || n || '.webp', 'IMG_' || n || '.jpg',
        case when n % 3 > 0 then 'Jar ' || n || ' on a slate table' else '' end, n % 2 = 0
      from generate_series(1, $1::integer) as n`,
    values: [pictures],
  });
  await database.query({
    text: `update public.products set image_url = ${file('2 * n')},
        image_urls = array[${file('2 * n + 1')}]
          || case when n % 10 = 0 then array[${file('0')}] else '{}' end
      from (
        select id as product, substring(slug from '[0-9]+$')::integer as n
        from public.products where slug like 'measured-product-%'
      ) as numbered
      where id = product and n <= $1::integer * 3 / 10`,
    values: [pictures],
    answerTimeout: 0,
  });
  await database.query({
    text: `insert into public.blog_posts (title, slug, content, featured_image_url, created_at)
      select 'Measured Post ' || n, 'measured-post-' || n,
        repeat('<p>From the valley.</p>', 40) || '<img src="' || ${file('-2 * n + $1::integer')} || '">',
        ${file('-2 * n + 1 + $1::integer')}, now() - n * interval '1 day'
      from generate_series(1, $1::integer / 10) as n`,
    values: [pictures],
    answerTimeout: 0,
  });
}
