import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillShop } from '#scripts/bench/fill-shop.ts';
import { type Client, openShop, type Shop, tokenOf } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const onPostgres = testDatabases.filter(({ name }) => name === 'PostgreSQL');

describe.each(onPostgres)('with many rows on $name', (testDatabase) => {
  let shop: Shop;
  let claims: string;

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    const admin: Client = await shop.createAdmin();
    const [, payload = ''] = (await tokenOf(admin)).split('.');
    claims = Buffer.from(payload, 'base64url').toString();
    await fillShop(shop.database, { orders: 20_000, products: 5_000, codes: 20_000 });
  });
  afterAll(() => shop.close());

  interface Use {
    name: string;
    scans: string;
  }

  const used = async (): Promise<Map<string, number>> => {
    const { rows } = await shop.database.query<Use>({
      text: `select indexrelname as name, idx_scan as scans from pg_stat_user_indexes
        union all
        select 'every row of ' || relname, seq_scan from pg_stat_user_tables`,
    });
    return new Map(rows.map(({ name, scans }) => [name, Number(scans)]));
  };

  /** Which indexes a call used, and which tables it scanned entirely. */
  async function usedBy(text: string): Promise<string[]> {
    const before = await used();
    await shop.database.transaction(async (tx) => {
      await tx.query({
        text: `select set_config('request.jwt.claims', $1, true)`,
        values: [claims],
      });
      await tx.query({ text });
      await tx.query({ text: 'select pg_stat_force_next_flush()' });
    });
    const after = await used();
    return [...after]
      .filter(([name, scans]) => scans > (before.get(name) ?? 0))
      .map(([name]) => name)
      .filter((name) => /orders|products|codes|audit_log(?!_entries)|email/.test(name))
      .sort();
  }

  // Rows found in the search index are fetched by primary key.
  it.each([
    ['orders', '"search" => \'customer3141@\'', ['orders_pkey', 'orders_search_idx']],
    ['orders', '"search" => \'Customer3141\'', ['orders_pkey', 'orders_search_idx']],
    ['products', '"search" => \'product 314\'', ['products_pkey', 'products_search_idx']],
    [
      'validity_codes',
      '"search" => \'03141\'',
      ['validity_codes_pkey', 'validity_codes_printed_idx', 'validity_codes_search_idx'],
    ],
    ['audit_log', '"search" => \'07e2f5a\'', ['audit_log_search_idx']],
    ['audit_log', '"search" => \'seldom@mail\'', ['audit_log_person_idx', 'audit_log_pkey']],
  ])('a search in %s by %s uses its index', async (list, asked, indexes) => {
    expect(await usedBy(`select public.admin_list('${list}', ${asked})`)).toEqual(indexes);
  });

  it('a search in a list looks into its index once, for page and count', async () => {
    const scans = async () => (await used()).get('orders_search_idx') ?? 0;
    const before = await scans();
    await usedBy(`select public.admin_list('orders', "search" => 'customer3141@')`);
    expect(await scans()).toBe(before + 1);
  });

  it.each([
    ['customer3141@', ['orders_search_idx', 'products_search_idx']],
    ['maya stone 31', ['orders_search_idx', 'products_search_idx']],
    // Matches are found soon, going back from the newest order.
    ['a', []],
  ])('the palette finds %s without reading every order', async (words, indexes) => {
    const uses = await usedBy(`select public.admin_find('${words}')`);
    expect(uses).not.toContain('every row of orders');
    expect(uses).toEqual(expect.arrayContaining(indexes));
  });

  it('a page of orders and their count use indexes', async () => {
    const filters = `'{"payment_status": ["review", "disputed"]}'`;
    expect(await usedBy(`select public.admin_list('orders', filters => ${filters})`)).toEqual([
      'orders_payment_status_idx',
    ]);
  });

  it.each([
    ['{"table_name": ["partners"]}', 'audit_log_table_idx'],
    ['{"actor_email": ["seldom@mail.example"]}', 'audit_log_person_idx'],
    ['{"created_at": {"from": "2020-01-01", "until": "2020-01-08"}}', 'audit_log_newest_idx'],
  ])('a page of the log filtered by %s uses %s', async (filters, index) => {
    const uses = await usedBy(`select public.admin_list('audit_log', filters => '${filters}')`);
    expect(uses).toContain(index);
    expect(uses).not.toContain('every row of audit_log');
  });

  it('finds the people in the log without reading all of it', async () => {
    expect(await usedBy('select * from public.admin_log_people()')).toEqual([
      'audit_log_person_idx',
    ]);
  });

  it('orders are counted and products ranked by sums of the days before today', async () => {
    for (const call of [
      'admin_overview()',
      "admin_sales(current_date - 399, current_date, 'America/New_York')",
    ]) {
      const uses = await usedBy(`select public.${call}`);
      expect(uses).not.toContain('orders_counted_idx');
      expect(uses).not.toContain('every row of orders');
    }
  });

  it('what needs attention is counted on indexes', async () => {
    const uses = await usedBy('select public.admin_overview()');
    expect(uses).toEqual(
      expect.arrayContaining(['orders_payment_status_idx', 'orders_to_ship_idx']),
    );
  });

  it('finds failed emails by index', async () => {
    await shop.database.query({
      text: `insert into private.email_outbox (dedupe_key, recipient, subject, html, text, status)
        select 'plan:' || n, n || '@mail.example', 'Subject', 'html', 'text',
          case when n % 5000 = 0 then 'failed' else 'sent' end
        from generate_series(1, 20000) as n`,
    });
    await shop.database.query({ text: 'vacuum analyze private.email_outbox' });
    const uses = await usedBy(`select public.admin_list('failed_mails', sort => 'failed_at')`);
    expect(uses).toEqual(['email_outbox_failed_idx']);
  });

  it('reads a month of sales by the day of payment', async () => {
    const uses = await usedBy(
      `select public.admin_sales(current_date - 29, current_date, 'America/New_York')`,
    );
    // The second is used to get from a refund to its order.
    expect(uses).toEqual(['orders_paid_at_idx', 'orders_pkey']);
  });
});
