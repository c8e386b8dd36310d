import type { Database } from '@liv-fit/backend/database';
import { migrate } from '@liv-fit/backend/migrate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsidePayments } from '#domain/manual-order.ts';
import { orderStatuses, paymentStatuses } from '#domain/order.ts';
import { nextPaymentStatuses } from '#domain/payment-status.ts';
import { paymentProviders } from '#server/payments/registry.ts';
import { baseMigrations, ourMigrations, testDatabases } from './test-databases.ts';

/** Who may do what with which table or view; lists columns if the right does not cover all of them. */
const expectedRights = {
  anon: [
    'blog_posts: select (author_name, content, created_at, excerpt, featured_image_alt, featured_image_focus, featured_image_url, id, published, published_at, seo_description, seo_keywords, seo_title, slug, title, updated_at)',
    'contacts: insert (email, message, name, phone)',
    'delivery_rates: select (days_from, days_to, free_from, id, max_subtotal, min_subtotal, name, position, price, zone_id)',
    'delivery_zones: select (countries, id, name, position, regions)',
    'orders: select (address, created_at, currency, delivery_amount, delivery_rate_name, discount_amount, discount_code, email, id, name, order_items, paid_at, payment_status, paypal_order_id, phone, ship_country, ship_postal_code, ship_region, status, stripe_session_id, subtotal_amount, tax_amount, tax_included_amount, total_amount, updated_at, user_id)',
    'orders_by_session: select',
    'partners: select (active, created_at, description, id, logo_url, name, updated_at, website_url)',
    // If a column is ever hidden from visitors, this lists the remaining ones.
    'products: select (every column), update (view_count)',
    'site_settings: select (key, updated_at, value)',
    'testimonials: select (active, content, created_at, id, image_url, media_type, media_url, name, rating, title, updated_at)',
    'validity_codes: select (code, product_name)',
  ],
  authenticated: [
    'audit_log: select',
    'batch_documents: select, insert, update, delete',
    'batch_passports: select',
    'batch_results: select, insert, update, delete',
    'batches: select, insert (best_before, code, id, made_on, note, origin, product_id, status, units_made), update (best_before, code, made_on, note, origin, product_id, status, units_made), delete',
    'blog_posts: select, insert, update, delete',
    'cart_items: select, insert, update, delete',
    'code_alerts: select, update (note, state)',
    'code_checks: select',
    'code_reports: select, delete',
    'contacts: select, insert (email, message, name, phone), update (answered_at), delete',
    'customers: select',
    'delivery_rates: select, insert, update, delete',
    'delivery_zones: select, insert, update, delete',
    'discounts: select, insert, update, delete',
    'disputes: select',
    'failed_mails: select',
    'incidents: select',
    'mails: select',
    'manual_orders: select',
    'notes: select, insert (body, email, id, order_id), delete',
    'order_line_batches: select, insert, update, delete',
    'orders: select, update (status)',
    'orders_by_session: select',
    'partners: select, insert, update, delete',
    'payment_links: select',
    'payments: select',
    'picture_library: select',
    'picture_sums: select',
    'pictures: select, insert (alt, focus_x, focus_y, kept, name, title), update (alt, focus_x, focus_y, kept, name, title), delete',
    'product_requirements: select, insert, update (analytes, daily_dose_grams, gtin, product_id, stricter_limits), delete',
    'product_validity_view: select',
    'products: select, insert, update, delete',
    'recall_batches: select, insert, update, delete',
    'recall_recipients: select (acknowledged_at, created_at, email, failed_at, id, name, order_ids, queued_at, recall_id, sent_at)',
    'recalls: select, insert (id, instructions, reason), update (instructions, reason), delete',
    'reconcile_runs: select',
    'refunds: select',
    'saved_filters: select, insert, update, delete',
    'shipments: select',
    'site_settings: select, insert, update, delete',
    'stock_movements: select',
    'tax_rates: select, insert, update, delete',
    'testimonials: select, insert, update, delete',
    'text_versions: select, insert (id, place, texts)',
    'transparency_log: select',
    'unit_codes: select (batch_id, check_count, created_at, first_checked_at, id, key_id, status)',
    'validity_codes: select, insert, update, delete',
  ],
};

describe.each(testDatabases)('the schema on $name', (testDatabase) => {
  let database: Database;
  const column = async (text: string) =>
    (await database.query<{ found: string }>({ text })).rows.map(({ found }) => found);

  beforeAll(async () => {
    database = await testDatabase.open();
    await migrate(database, baseMigrations);
    // What a hosted project grants by default on everything new must not reach our tables.
    for (const kind of ['tables', 'sequences', 'functions']) {
      await database.query({
        text: `alter default privileges in schema public
          grant all on ${kind} to anon, authenticated, service_role`,
      });
    }
    await migrate(database, [ourMigrations]);
  });

  afterAll(() => database.close());

  it('has row security on every table in public', async () => {
    expect(
      await column(`
        select oid::regclass::text as found from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not relrowsecurity`),
    ).toEqual([]);
  });

  it('has no view that bypasses row security', async () => {
    expect(
      await column(`
        select oid::regclass::text as found from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
          and not coalesce('security_invoker=true' = any (reloptions), false)`),
    ).toEqual([]);
  });

  it('fixes the search path of every function', async () => {
    expect(
      await column(`
        select oid::regprocedure::text as found from pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and not exists (
            select from unnest(proconfig) as setting where setting like 'search\\_path=%'
          )`),
    ).toEqual([]);
  });

  it('lets visitors and customers call only their functions', async () => {
    const callable = (role: string) =>
      column(`
        select p.oid::regprocedure::text as found from pg_proc p
        where p.pronamespace = 'public'::regnamespace
          and has_function_privilege('${role}', p.oid, 'execute')
        order by 1`);
    const forEverybody = [
      'former_address(text,text)',
      'product_tags()',
      'related_products(products)',
      'search_shop(text,integer,integer,text,text)',
    ];
    expect(await callable('anon')).toEqual(forEverybody);
    expect(await callable('authenticated')).toEqual(
      [
        ...forEverybody,
        'admin_customer(uuid)',
        'admin_batch_checks(uuid)',
        'admin_batch_stock()',
        'admin_code_checks(date,date,text)',
        'admin_discount_uses(uuid[])',
        'admin_find(text,integer)',
        'admin_ledger(date,date,text,timestamp with time zone,text)',
        'admin_list(text,text,jsonb,text,boolean,integer,integer)',
        'admin_log_people()',
        'admin_overview()',
        'admin_order_money(uuid[])',
        'admin_picture_uses(text)',
        'admin_sales(date,date,text)',
        'admin_sales_by(text,date,date,text)',
        'admin_standing()',
        'change_stock(uuid,text,integer,uuid)',
        'is_admin()',
        'note_line_batches(jsonb,boolean)',
        'order_batches(uuid[])',
        'publish_texts(uuid,text,jsonb,bigint)',
        'refused_codes(text[])',
        'rename_in_search_texts(text,text)',
        'replace_cart(jsonb,jsonb)',
        'replace_picture(text,text,text,integer,integer)',
        'save_batch_results(uuid,jsonb,jsonb)',
        'save_recall(uuid,text,text,uuid[],timestamp with time zone)',
        'save_settings(jsonb,jsonb)',
      ].sort(),
    );
  });

  it('lets policies and triggers call only the private functions they need', async () => {
    const callable = (role: string) =>
      column(`
        select p.proname as found from pg_proc p
        where p.pronamespace = 'private'::regnamespace
          and has_function_privilege('${role}', p.oid, 'execute')
        order by 1`);
    const needed = [
      'are_usable_addresses',
      'code_of_lookup_key',
      'is_admin',
      'is_product_viewed',
      'is_repeated_message',
      'is_usable_address',
      'order_by_session',
      'plain',
      'proves_order',
      'record_product_view',
      'request_header',
      'second_step_done',
      'shows_stock',
    ];
    expect(await callable('anon')).toEqual(needed);
    expect(await callable('authenticated')).toEqual([
      'admin_standing',
      'analyte_key',
      'are_countries',
      'are_regions',
      'are_usable_addresses',
      'canonical_results',
      'code_of_lookup_key',
      'failed_mails_for_admins',
      'is_admin',
      'is_country',
      'is_product_viewed',
      'is_repeated_message',
      'is_usable_address',
      'mails_for_admins',
      'most_cart_lines',
      'order_by_session',
      'picture_is_used',
      'plain',
      'proves_order',
      'record_product_view',
      'request_header',
      'second_step_done',
      'shows_stock',
    ]);
  });

  it('grants no table outside public', async () => {
    expect(
      await column(`
        select distinct c.oid::regclass::text as found
        from pg_class c, (values ('anon'), ('authenticated')) as api (role)
        where c.relnamespace in ('private'::regnamespace, 'auth'::regnamespace)
          and c.relkind in ('r', 'p', 'v', 'm')
          and has_any_column_privilege(api.role, c.oid, 'select, insert, update, references')`),
    ).toEqual([]);
  });

  it.each(['anon', 'authenticated'] as const)('grants %s exactly these rights', async (role) => {
    expect(
      await column(`
        with rights as (
          select c.oid, c.relname, p.position, p.privilege,
            has_table_privilege('${role}', c.oid, p.privilege) as whole,
            (
              select string_agg(a.attname, ', ' order by a.attname) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                and p.privilege in ('select', 'insert', 'update', 'references')
                and has_column_privilege('${role}', c.oid, a.attnum, p.privilege)
            ) as columns,
            (
              select string_agg(a.attname, ', ' order by a.attname) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            ) as every
          from pg_class c, unnest(array[
            'select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'
          ]) with ordinality as p (privilege, position)
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        )
        select relname || ': ' || string_agg(
          privilege || case
            when whole then ''
            when relname = 'products' and columns = every then ' (every column)'
            else ' (' || columns || ')'
          end,
          ', ' order by position
        ) as found
        from rights where whole or columns is not null
        group by relname order by relname`),
    ).toEqual(expectedRights[role]);
  });

  it('has an index behind every foreign key', async () => {
    expect(
      await column(`
        select f.conname as found from pg_constraint f
        where f.contype = 'f'
          and f.connamespace in ('public'::regnamespace, 'private'::regnamespace)
          and not exists (
            select from pg_index i
            where i.indrelid = f.conrelid and i.indpred is null
              and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
          )`),
    ).toEqual([]);
  });

  it('evaluates the caller once per statement, not per row', async () => {
    expect(
      await column(`
        select tablename || ': ' || policyname as found from pg_policies
        where schemaname = 'public' and regexp_replace(
          concat(qual, with_check),
          'SELECT (private\\.|auth\\.)', '', 'g'
        ) ~ '(private|auth)\\.'`),
      // Evaluated per row on purpose: it allows only the first product a visitor would update.
    ).toEqual(['products: Admins edit products, visitors count views']);
  });

  it('asks for an admin before other triggers work on what anybody may send', async () => {
    expect(
      await column(`
        select c.relname || ': ' || min(t.tgname) as found
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relname in ('products', 'blog_posts', 'batches') and not t.tgisinternal
          -- For each row, before an insert.
          and t.tgtype & 7 = 7
        group by c.relname order by 1`),
    ).toEqual([
      'batches: admit_admins_only',
      'blog_posts: admit_admins_only',
      'products: admit_admins_only',
    ]);
  });

  it('allows unconditional writes only where intended', async () => {
    expect(
      await column(`
        select tablename || ': ' || policyname as found from pg_policies
        where schemaname = 'public' and cmd <> 'SELECT'
          and (qual = 'true' or with_check = 'true')
        order by 1`),
    ).toEqual([
      'contacts: Anyone may send a message',
      'products: Admins edit products, visitors count views',
    ]);
  });

  it.each([
    ['orders', 'status', orderStatuses],
    ['orders', 'payment_status', paymentStatuses],
    ['payments', 'provider', [...paymentProviders, ...outsidePayments]],
  ] as const)('allows in %s.%s the words of the domain', async (table, name, words) => {
    const found = await column(`
      select match[1] as found from pg_constraint,
        regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') as match
      where conname = '${table}_${name}_check'`);
    expect(found).toEqual(words);
  });

  it('allows only the payment status changes that the domain allows', async () => {
    const { rows } = await database.query<{ definition: string }>({
      text: `select pg_get_functiondef('private.guard_payment_status'::regproc) as definition`,
    });
    const found: Record<string, string[]> = {};
    for (const [, from = '', to = ''] of rows[0]?.definition.matchAll(
      /when '(\w+)' then array\[([^\]]*)\]/g,
    ) ?? []) {
      found[from] = to.replaceAll("'", '').split(', ');
    }
    expect(found).toEqual(nextPaymentStatuses);
  });
});
