import type { Database } from '@liv-fit/backend/database';
import { openPglite } from '@liv-fit/backend/pglite';
import { openPostgres } from '@liv-fit/backend/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDirectory, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

/** More than twice what the REST API returns at once. */
const total = 2_345;
const last = `/product/item-${total}`;
const admin = { email: 'owner@mail.example', password: 'spruce-and-slate' };

/** Only the first and the last two have tags, so that they are related. */
async function seed(database: Database): Promise<void> {
  await database.query({
    text: `insert into public.products (name, slug, description, price, tags)
      select 'Item ' || n, 'item-' || n, 'From the valley.', 10,
        case when n = 1 or n > $1::integer - 2 then array['rare'] else '{}' end
      from generate_series(1, $1::integer) as n`,
    values: [total],
  });
}

const kinds = [
  {
    name: 'PGlite',
    async prepare(dataDir: string) {
      const database = await openPglite({ dataDir });
      await seed(database);
      await database.close();
      return { env: {}, stop: async () => {} };
    },
  },
  {
    name: 'PostgreSQL',
    async prepare() {
      const server = await startMigratedPostgres();
      const connectionString = await server.newMigratedDatabase();
      const database = openPostgres({ connectionString });
      await seed(database);
      await database.close();
      return { env: { DATABASE_URL: connectionString }, stop: () => server.stop() };
    },
  },
];

describe.each(kinds)('a shop with 2,345 products on $name', ({ prepare }) => {
  let directory: TemporaryDirectory;
  let prepared: Awaited<ReturnType<typeof prepare>>;
  let shop: ShopProcess;
  beforeAll(async () => {
    directory = await migratedDirectory();
    prepared = await prepare(directory.path);
    shop = await startShopProcess({
      dataDir: directory.path,
      env: {
        LOG_LEVEL: 'warn',
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        ...prepared.env,
      },
    });
  });
  afterAll(async () => {
    await shop?.stop();
    await prepared?.stop();
    await directory.remove();
  });

  const page = async (path: string) => {
    const answer = await fetch(shop.origin + path);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const paths = (text: string) => new Set(text.match(/\/product\/item-\d+/g));

  it('lists every one once on the pages that lead from one to the next', async () => {
    const links: string[] = [];
    let next: string | undefined = '/products';
    while (next) {
      const html = await page(next);
      expect(html).toContain(`${total.toLocaleString('en-US')} products`);
      links.push(...(html.match(/href="\/product\/item-\d+"/g) ?? []));
      const [, address] = /<link rel="next" href="([^"]+)"/.exec(html) ?? [];
      next = address?.replace(shop.origin, '');
    }
    expect(new Set(links).size).toBe(total);
    expect(links).toHaveLength(total);
  });

  it('maps every one for search engines', async () => {
    expect(paths(await page('/sitemap.xml')).size).toBe(total);
  });

  it('finds the last one by its name', async () => {
    expect(paths(await page(`/search?q=Item+${total}`))).toContain(last);
  });

  it('relates products that are far apart in the list', async () => {
    expect(paths(await page('/product/item-1'))).toContain(last);
    const related = paths(await page(last));
    expect(related).toContain('/product/item-1');
    expect(related).toContain(`/product/item-${total - 1}`);
  });

  it('shows the admin every page of them, and finds the last one', async () => {
    const { publishableKey } = JSON.parse(await page('/config.json'));
    const post = async (path: string, body: object, token?: string) => {
      const answer = await fetch(shop.origin + path, {
        method: 'POST',
        headers: {
          apikey: publishableKey,
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
      return answer.json();
    };
    const { access_token } = await post('/auth/v1/token?grant_type=password', admin);
    const list = (asked: object) =>
      post(
        '/rest/v1/rpc/admin_list',
        { list: 'products', filters: {}, sort: 'name', ascending: true, ...asked },
        access_token,
      );
    const slugs = new Set<string>();
    for (let skip = 0; skip < total; skip += 100) {
      const { rows, total: counted } = await list({ search: '', skip, take: 100 });
      expect(counted).toBe(total);
      for (const { slug } of rows) slugs.add(slug);
    }
    expect(slugs.size).toBe(total);
    const { rows } = await list({ search: `item ${total}`, skip: 0, take: 10 });
    expect(rows).toMatchObject([{ slug: `item-${total}` }]);
  });
});
