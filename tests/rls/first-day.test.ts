import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FirstDayFacts } from '#domain/first-day.ts';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

type Answer = FirstDayFacts & { hidden: boolean; left: string[] };

describe.each(testDatabases)('the first day on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true });
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const read = async (): Promise<Answer> => {
    const { data, error } = await admin.functions.invoke('first-day', { body: {} });
    if (error) throw error;
    return data;
  };

  it('is told to admins alone', async () => {
    const { client: customer } = await shop.createCustomer();
    for (const client of [shop.anonymous(), customer, shop.service]) {
      for (const name of ['first-day', 'send-test-mail']) {
        const { data, error } = await client.functions.invoke(name, { body: {} });
        expect(data).toBeNull();
        expect((error as FunctionsHttpError).context.status).toBe(403);
      }
    }
  });

  it('begins with everything to do', async () => {
    expect(await read()).toEqual({
      hidden: false,
      products: { own: 0, demo: 9 },
      delivery: { rates: 0 },
      tax: { rates: 0, charged: true },
      payments: [
        { label: 'Stripe', variable: 'STRIPE_SECRET_KEY', keys: 'off' },
        { label: 'PayPal', variable: 'PAYPAL_CLIENT_ID', keys: 'off' },
      ],
      mail: { server: 'none', testedAt: null },
      order: { liveSince: null, paid: false },
      administrators: 1,
      left: ['products', 'delivery', 'tax', 'payments', 'mail', 'order', 'administrators'],
    });
  });

  it('asks for the owner’s products and for none of the demo catalog', async () => {
    await admin.from('products').insert({ name: 'My jar', price: 12 }).throwOnError();
    expect(await read()).toMatchObject({ products: { own: 1, demo: 9 } });
    const rewritten = admin.from('products').update({ image_url: '/storage/mine.webp' });
    await rewritten.eq('slug', 'gold-grade-shilajit-resin').throwOnError();
    const more = await read();
    expect(more).toMatchObject({ products: { own: 2, demo: 8 } });
    expect(more.left).toContain('products');
    await admin.from('products').delete().like('image_url', '/media/%').throwOnError();
    expect((await read()).left).not.toContain('products');
  });

  it('asks for a rate of a zone, not for a zone alone', async () => {
    const zone = { name: 'Home', countries: ['US'] };
    const added = await admin.from('delivery_zones').insert(zone).select().single().throwOnError();
    expect((await read()).left).toContain('delivery');
    const rate = { zone_id: added.data.id, name: 'Standard', price: 5 };
    await admin.from('delivery_rates').insert(rate).throwOnError();
    expect((await read()).left).not.toContain('delivery');
  });

  it('asks for a tax rate, or for the word that none is charged', async () => {
    const answer = { key: 'charges_no_tax', value: true };
    await admin.from('site_settings').upsert(answer).throwOnError();
    expect((await read()).left).not.toContain('tax');
    await admin.from('site_settings').delete().eq('key', answer.key).throwOnError();
    expect((await read()).left).toContain('tax');
    await admin.from('tax_rates').insert({ country: 'US', percent: 7 }).throwOnError();
    expect((await read()).left).not.toContain('tax');
  });

  it('asks for a second administrator', async () => {
    expect((await read()).left).toContain('administrators');
    await shop.createAdmin();
    expect((await read()).left).not.toContain('administrators');
  });

  it('is hidden by admins, and nobody else reads or writes that', async () => {
    const { client: customer } = await shop.createCustomer();
    const settings = ['first_day_hidden', 'charges_no_tax'].map((key) => ({ key, value: true }));
    for (const client of [shop.anonymous(), customer]) {
      const { error } = await client.from('site_settings').insert(settings);
      expect(error?.code).toBe('42501');
    }
    expect((await read()).hidden).toBe(false);
    await admin.from('site_settings').insert(settings).throwOnError();
    expect((await read()).hidden).toBe(true);
    const keys = settings.map(({ key }) => key);
    for (const client of [shop.anonymous(), customer]) {
      const { data } = await client.from('site_settings').select('key').in('key', keys);
      expect(data).toEqual([]);
    }
    expect((await admin.from('site_settings').select('key').in('key', keys)).data).toHaveLength(2);
  });
});
