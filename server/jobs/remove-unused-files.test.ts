import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, type Shop } from '#tests/rls/shop.ts';
import { testDatabases } from '#tests/rls/test-databases.ts';
import { createFileRemover, removeUnusedFiles } from './remove-unused-files.ts';

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

describe.each(testDatabases)('files that nothing shows on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const upload = async (name: string) => {
    const { error } = await admin.storage
      .from('uploads')
      .upload(name, gif, { contentType: 'image/gif' });
    expect(error).toBeNull();
    return `/storage/v1/object/public/uploads/${name}`;
  };
  const round = () =>
    removeUnusedFiles({
      database: shop.database,
      remove: createFileRemover({
        fetch: async (url, init) => shop.send(String(url), init),
        storageUrl: 'http://shop.example/storage/v1',
        secretKey: shop.secretKey,
      }),
    });
  const pass = (days: number) =>
    shop.database.query({
      text: 'update private.unused_files set since = since - make_interval(days => $1)',
      values: [days],
    });
  const reachable = async (name: string) =>
    (await shop.send(`http://shop.example/storage/v1/object/public/uploads/${name}`)).status ===
    200;

  it('stop being reachable after a week, and only those', async () => {
    const { database } = shop;
    const insert = async (table: string, row: Record<string, unknown>) => {
      const keys = Object.keys(row);
      await database.query({
        text: `insert into ${table} (${keys.join(', ')})
          values (${keys.map((_, index) => `$${index + 1}`).join(', ')})`,
        values: Object.values(row),
      });
    };
    await insert('products', { name: 'Resin', price: 1, image_url: await upload('product.gif') });
    await insert('blog_posts', {
      title: 'A',
      slug: 'a',
      content: `<p>See <img src="${await upload('article.gif')}"> and ${await upload('prose.gif')}.`,
    });
    await insert('orders', {
      name: 'Ann',
      email: 'ann@mail.example',
      address: '1 Main St',
      total_amount: 1,
      order_items: JSON.stringify([{ name: 'R', image_url: await upload('ordered.gif') }]),
    });
    await insert('site_settings', {
      key: 'x',
      value: JSON.stringify({ logo: `https://shop.example${await upload('logo-large.gif')}` }),
    });
    await upload('abandoned.gif');

    expect(await round()).toBe(0);
    await database.query({ text: 'delete from products' });
    await pass(6);
    expect(await round()).toBe(0);
    expect(await reachable('abandoned.gif')).toBe(true);
    await pass(2);
    expect(await round()).toBe(1);
    expect(await reachable('abandoned.gif')).toBe(false);
    // Its week began when its product was deleted.
    expect(await reachable('product.gif')).toBe(true);
    await pass(8);
    expect(await round()).toBe(1);
    expect(await reachable('product.gif')).toBe(false);
    for (const name of ['article.gif', 'prose.gif', 'ordered.gif', 'logo-large.gif']) {
      expect(await reachable(name), name).toBe(true);
    }
    const left = await shop.service.storage.from('uploads').list();
    expect(left.data).toHaveLength(4);
  });

  it('are kept when they are shown again in time', async () => {
    const url = await upload('again.gif');
    await round();
    await pass(8);
    await shop.database.query({
      text: 'insert into products (name, price, image_url) values ($1, 1, $2)',
      values: ['Again', url],
    });
    expect(await round()).toBe(0);
    await shop.database.query({ text: 'delete from products' });
    expect(await round()).toBe(0);
    expect(await reachable('again.gif')).toBe(true);
  });

  it('are kept when the owner says so', async () => {
    await upload('chosen.gif');
    await upload('forgotten.gif');
    await shop.database.query({
      text: `insert into pictures (name, alt, kept)
        values ('chosen.gif', '', true), ('forgotten.gif', 'A jar', false)`,
    });
    await round();
    await pass(8);
    await round();
    expect(await reachable('chosen.gif')).toBe(true);
    expect(await reachable('forgotten.gif')).toBe(false);
    const { rows } = await shop.database.query({ text: 'select name from pictures' });
    expect(rows).toEqual([{ name: 'chosen.gif' }]);
  });

  it('of reports go as soon as no report names them', async () => {
    const { database, service } = shop;
    const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    for (const name of ['named.jpg', 'swapped.jpg', 'arriving.jpg']) {
      const { error } = await service.storage
        .from('code-reports')
        .upload(`one/${name}`, jpeg, { contentType: 'image/jpeg' });
      expect(error).toBeNull();
    }
    await database.query({
      text: `insert into code_reports (message, pictures) values ('Odd', array['one/named.jpg'])`,
    });
    await database.query({
      text: `update storage.objects set created_at = now() - interval '2 hours'
        where bucket_id = 'code-reports' and name <> 'one/arriving.jpg'`,
    });
    expect(await round()).toBe(1);
    const { data } = await service.storage.from('code-reports').list('one');
    expect(data?.map(({ name }) => name).sort()).toEqual(['arriving.jpg', 'named.jpg']);
  });

  it('are looked for in a large table too', async () => {
    const url = await upload('deep.gif');
    await shop.database.query({
      text: `insert into orders (name, email, address, total_amount, order_items)
        select repeat('x', 900), 'a@mail.example', '1 Main St', 1,
          case when n = 700 then jsonb_build_array(jsonb_build_object('image_url', $1::text))
            else '[]' end
        from generate_series(1, 2000) as n`,
      values: [url],
    });
    await round();
    await pass(8);
    await round();
    expect(await reachable('deep.gif')).toBe(true);
  });
});
