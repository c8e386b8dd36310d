import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
const at = (name: string) => `/storage/v1/object/public/uploads/${name}`;

describe.each(testDatabases)('the library of pictures on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const upload = async (name: string, title = '') => {
    const { error } = await admin.storage
      .from('uploads')
      .upload(name, gif, { contentType: 'image/gif' });
    expect(error).toBeNull();
    if (title) await admin.from('pictures').insert({ name, title });
    return at(name);
  };
  const add = async <T extends 'products' | 'blog_posts' | 'partners' | 'testimonials'>(
    table: T,
    row: Record<string, unknown>,
  ) => {
    const { data, error } = await admin
      .from(table as 'products')
      .insert(row as never)
      .select('id')
      .single();
    expect(error).toBeNull();
    return data?.id ?? '';
  };
  const product = (name: string, ...urls: string[]) =>
    add('products', { name, price: 1, image_url: urls[0], image_urls: urls });
  const post = (slug: string, content: string, featured: string | null = null) =>
    add('blog_posts', { title: slug, slug, content, featured_image_url: featured });
  const describePicture = async (name: string, alt: string, focus: object = {}) => {
    const { error } = await admin
      .from('pictures')
      .upsert({ name, alt, ...focus }, { onConflict: 'name' });
    expect(error).toBeNull();
  };
  const usesOf = async (picture: string) => {
    const { data } = await admin.rpc('admin_picture_uses', { picture });
    return data as { uses: { place: string; label: string }[]; total: number; state: string };
  };
  const list = async (search: string, filters = {}) => {
    const { data, error } = await admin.rpc('admin_list', {
      ...{ list: 'picture_library', search, filters, take: 100 },
    });
    expect(error).toBeNull();
    return (data as { rows: { name: string; title: string; places: unknown }[] }).rows;
  };
  const read = async (table: 'products' | 'blog_posts', id: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: two tables
    (await admin.from(table).select().eq('id', id).single()).data as any;

  it('says where each is used, and finds it by file, words and use', async () => {
    const jar = await upload('jar.gif', 'On the table.gif');
    await upload('idle.gif', 'Nobody.gif');
    await product('Pure Resin', jar);
    await product('Rare Drops', jar, await upload('second.gif'));
    await post('harvest', `<p>See</p><img src="${jar}">`);
    await admin.from('site_settings').upsert({ key: 'favicon', value: jar });

    expect(await usesOf('jar.gif')).toMatchObject({
      total: 4,
      uses: [
        { place: 'blog_posts', label: 'harvest' },
        { place: 'products', label: 'Pure Resin' },
        { place: 'products', label: 'Rare Drops' },
        { place: 'site_settings', label: 'favicon' },
      ],
    });
    expect(await list('table')).toMatchObject([
      {
        ...{ name: 'jar.gif', title: 'On the table.gif' },
        places: { products: 2, blog_posts: 1, site_settings: 1 },
      },
    ]);
    expect((await list('rare drops')).map(({ name }) => name).sort()).toEqual([
      'jar.gif',
      'second.gif',
    ]);
    const unused = await list('', { used: ['false'] });
    expect(unused.map(({ name }) => name)).toContain('idle.gif');
    expect(unused.map(({ name }) => name)).not.toContain('jar.gif');
  });

  it('follows what changes and goes', async () => {
    const first = await upload('first.gif');
    const id = await product('Follower', first);
    await admin
      .from('products')
      .update({ image_url: await upload('next.gif'), image_urls: [] })
      .eq('id', id);
    expect((await usesOf('first.gif')).total).toBe(0);
    expect((await usesOf('next.gif')).total).toBe(1);
    await admin.from('products').delete().eq('id', id);
    expect((await usesOf('next.gif')).total).toBe(0);
  });

  it('lets only what nobody uses be deleted, orders included', async () => {
    const bucket = admin.storage.from('uploads');
    const id = await product('Kept', await upload('shown.gif'));
    await shop.database.query({
      text: `insert into orders (name, email, address, total_amount, order_items)
        values ('Ann', 'a@mail.example', '1 Main St', 1, $1)`,
      values: [JSON.stringify([{ name: 'R', image_url: await upload('bought.gif') }])],
    });
    await upload('free.gif');
    const removed = await bucket.remove(['shown.gif', 'bought.gif', 'free.gif']);
    expect(removed.data?.map(({ name }) => name)).toEqual(['free.gif']);
    expect((await usesOf('bought.gif')).uses).toMatchObject([{ place: 'orders' }]);
    await admin.from('products').delete().eq('id', id);
    expect((await bucket.remove(['shown.gif'])).data).toHaveLength(1);
  });

  it('says what is said of a picture wherever it is shown', async () => {
    const url = await upload('told.gif');
    const one = await product('Teller', url);
    const other = await product('Listener', url);
    const own = await post('own', `<p>a</p><img src="${url}" alt="My own words">`);
    const silent = await post('silent', `<p>a</p><img src="${url}">`, url);
    // The post's alt text came first, so it became the picture's.
    expect((await read('products', one)).image_alts).toEqual({ [url]: 'My own words' });
    await describePicture('told.gif', 'An "open" jar & a spoon', { focus_x: 3, focus_y: 7 });
    for (const id of [one, other]) {
      expect(await read('products', id)).toMatchObject({
        image_alts: { [url]: 'An "open" jar & a spoon' },
        image_focus: '3 7',
      });
    }
    const written = 'alt="An &quot;open&quot; jar &amp; a spoon"';
    expect((await read('blog_posts', own)).content).toContain(written);
    expect(await read('blog_posts', silent)).toMatchObject({
      content: expect.stringContaining(written),
      featured_image_alt: 'An "open" jar & a spoon',
      featured_image_focus: '3 7',
    });

    // A place's own text stays.
    await admin
      .from('products')
      .update({ image_alts: { [url]: 'For this one' } })
      .eq('id', one);
    expect((await read('products', other)).image_alts).toEqual({ [url]: 'For this one' });
    await admin.from('blog_posts').update({ content: '<p>b</p>' }).eq('id', own);
    await admin
      .from('blog_posts')
      .update({ content: `<img src="${url}" alt="Elsewhere">` })
      .eq('id', silent);
    await describePicture('told.gif', 'A closed jar');
    expect((await read('blog_posts', silent)).content).toContain('alt="Elsewhere"');
    expect((await read('products', one)).image_alts).toEqual({ [url]: 'A closed jar' });

    // New uses get the text automatically.
    const late = await product('Late', url);
    expect(await read('products', late)).toMatchObject({
      image_alts: { [url]: 'A closed jar' },
      image_focus: '3 7',
    });
    // Moving only the focal point changes nothing in a post with an empty alt text.
    await admin
      .from('blog_posts')
      .update({ content: `<img src="${url}" alt="">` })
      .eq('id', own);
    await describePicture('told.gif', 'A closed jar', { focus_x: 5, focus_y: 5 });
    expect((await read('blog_posts', own)).content).toContain('alt=""');
    expect((await read('products', late)).image_focus).toBeNull();
  });

  it('puts another picture in all of its places at once', async () => {
    const former = await upload('former.gif');
    const latter = await upload('latter.gif');
    await upload('former.gif.gif');
    await describePicture('former.gif', 'Old');
    await describePicture('latter.gif', 'New');
    const one = await product('Wears', former, latter, at('former.gif.gif'));
    const article = await post(
      'wears',
      `<img src="https://shop.example${former}" alt="Old"><img src="${at('former.gif.gif')}"> ${former}.`,
      former,
    );
    await add('partners', { name: 'P', logo_url: former });
    await add('testimonials', { name: 'T', content: 'x', image_url: former });
    await admin
      .from('site_settings')
      .upsert({ key: 'logo', value: { url: former, width: 1, height: 1 } });
    await admin.from('site_settings').upsert({ key: 'social_card', value: former });
    const { state } = await usesOf('former.gif');

    const refused = await admin.rpc('replace_picture', {
      ...{ former: 'former.gif', latter: 'latter.gif', state: 'another' },
    });
    expect(refused.error?.message).toContain('changed meanwhile');
    const replaced = await admin.rpc('replace_picture', {
      ...{ former: 'former.gif', latter: 'latter.gif', state, width: 300, height: 80 },
    });
    expect(replaced).toMatchObject({ error: null, data: 6 });

    expect((await usesOf('former.gif')).total).toBe(0);
    expect(await read('products', one)).toMatchObject({
      image_url: latter,
      image_urls: [latter, at('former.gif.gif')],
      image_alts: { [latter]: 'New' },
    });
    const { content } = await read('blog_posts', article);
    expect(content).toContain(`src="https://shop.example${latter}"`);
    expect(content).toContain('alt="New"');
    expect(content).toContain(`<img src="${at('former.gif.gif')}">`);
    expect(content).toContain(` ${latter}.`);
    const { data } = await admin.from('site_settings').select().in('key', ['logo', 'social_card']);
    expect(data).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ value: { url: latter, width: 300, height: 80 } }),
        expect.objectContaining({ value: latter }),
      ]),
    );
  });

  const sumsOf = async (picture: string) =>
    (await admin.from('picture_sums').select('places, labels').eq('picture', picture).maybeSingle())
      .data;

  it.each([
    ['products', { name: 'Old' }, 'image_urls', (url: string) => [url]],
    ['products', { name: 'Old' }, 'image_url', (url: string) => url],
    ['blog_posts', { title: 'Old' }, 'content', (url: string) => `<p>a</p><img src="${url}">`],
    ['blog_posts', { title: 'Old' }, 'featured_image_url', (url: string) => url],
    ['testimonials', { name: 'Old' }, 'image_url', (url: string) => url],
    ['testimonials', { name: 'Old' }, 'media_url', (url: string) => url],
    ['partners', { name: 'Old' }, 'logo_url', (url: string) => url],
    ['site_settings', {}, 'value', (url: string) => ({ url, width: 1, height: 1 })],
  ] as const)('counts and names a use in %s, %o, by %s', async (table, called, column, shows) => {
    const [one = '', other = ''] = ['one', 'other'].map((each) => `${each}-${table}-${column}.gif`);
    const show = { [one]: shows(await upload(one)), [other]: shows(await upload(other)) };
    const [key, id] = table === 'site_settings' ? ['key', 'social_card'] : ['id', randomUUID()];
    const required = {
      products: { price: 1 },
      blog_posts: { slug: one.replace(/\W|_/g, '-'), content: '<p>a</p>' },
      testimonials: { content: 'a' },
      ...{ partners: {}, site_settings: {} },
    }[table];
    const rows = admin.from(table as 'products');
    const change = (row: object) =>
      rows
        .update(row as never)
        .eq(key as 'id', id)
        .throwOnError();
    const refusal = async (name: string) =>
      (await admin.storage.from('uploads').remove([name])).data?.length === 0;
    const used = (name: string) => ({ places: { [table]: 1 }, labels: name });
    const names = Object.keys(called).length > 0 ? ['Old', 'New'] : ['', ''];

    await rows
      .upsert({ [key]: id, ...required, ...called, [column]: show[one] } as never)
      .throwOnError();
    expect([await sumsOf(one), await sumsOf(other)]).toEqual([used(names[0] ?? ''), null]);
    expect(await refusal(one)).toBe(true);
    await change({ [column]: show[other] });
    expect([await sumsOf(one), await sumsOf(other)]).toEqual([null, used(names[0] ?? '')]);
    const [field] = Object.keys(called);
    if (field) await change({ [field]: 'New' });
    expect(await sumsOf(other)).toEqual(used(names[1] ?? ''));
    expect(await refusal(other)).toBe(true);
    await rows
      .delete()
      .eq(key as 'id', id)
      .throwOnError();
    expect(await sumsOf(other)).toBeNull();
    expect([await refusal(one), await refusal(other)]).toEqual([false, false]);
  });

  it('counts past orders as one use, however many there are', async () => {
    const image_url = await upload('sold.gif');
    const order = (name: string) =>
      shop.database.query({
        text: `insert into orders (name, email, address, total_amount, order_items)
          values ($1, 'a@mail.example', '1 Main St', 1, $2)`,
        values: [name, JSON.stringify([{ name: 'R', image_url }])],
      });
    await order('Ann');
    await order('Ben');
    expect(await sumsOf('sold.gif')).toEqual({ places: { orders: 1 }, labels: '' });
  });

  it('says nothing of a picture that is only mentioned in words', async () => {
    await upload('mentioned.gif');
    const description = `See ${at('mentioned.gif')}`;
    await add('products', { name: 'Wordy', price: 1, description });
    expect((await usesOf('mentioned.gif')).total).toBe(0);
  });

  it('counts right while many change at once, each several pictures in another order', async () => {
    const urls = [await upload('crowd-a.gif'), await upload('crowd-b.gif')];
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, n) => product(`Crowd ${n}`, urls[n % 2] ?? '')),
    );
    await Promise.all(
      ids.map((id, n) =>
        admin
          .from('products')
          .update({ image_urls: n % 3 ? [...urls].reverse() : [urls[(n + 1) % 2] ?? ''] })
          .eq('id', id)
          .throwOnError(),
      ),
    );
    await Promise.all(
      ids.slice(0, 4).map((id) => admin.from('products').delete().eq('id', id).throwOnError()),
    );
    const total = (await usesOf('crowd-a.gif')).total;
    expect(total).toBeGreaterThan(4);
    expect(await sumsOf('crowd-a.gif')).toMatchObject({ places: { products: total } });
    const { labels } = (await sumsOf('crowd-a.gif')) ?? {};
    expect(labels?.split(', ')).toHaveLength(total);
  });

  it('knows after an import what it knew before', async () => {
    const rows = async () => [
      await shop.database.query({ text: 'select * from private.picture_uses order by 1, 2, 3' }),
      await shop.database.query({ text: 'select * from public.picture_sums order by 1' }),
    ];
    const before = (await rows()).map((each) => each.rows);
    expect(before.map((each) => each.length > 5)).toEqual([true, true]);
    await shop.database.query({ text: 'delete from private.picture_uses' });
    await shop.database.query({ text: `insert into picture_sums values ('no.gif', '{"a": 1}')` });
    await shop.database.query({ text: 'select private.rebuild_picture_uses()' });
    expect((await rows()).map((each) => each.rows)).toEqual(before);
  });

  it('finds a picture under the name that an address spells in percent', async () => {
    await upload('a jar.gif');
    await product('Spaces', at('a%20jar.gif'));
    expect((await usesOf('a jar.gif')).total).toBe(1);
  });
});
