import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brand } from '#domain/brand.ts';
import type { Database } from '#supabase/database.gen.ts';
import { readMails, waitForMails } from '#tests/fixtures/mailbox.ts';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { sandboxClient } from '#tests/money/sandbox-client.ts';

const owner = { email: 'owner@roots.example', password: 'spruce-and-slate' };
const keepNothing = { auth: { persistSession: false, autoRefreshToken: false } };
const name = 'Other Roots';
/** Also within a URL; files of the build and the demo catalog are named for what they are. */
const formerName = new RegExp(brand.replace(' ', '[ -]?'), 'i');

const colors = { text: '#10182b', background: '#f4f7fb', dark: '#14305c', accent: '#e0a12b' };
/** The former colors of mark, buttons and lines. */
const formerColors = /#(1d1a16|f6f1e7|20392f|c9822b|5a3418)/i;

async function upload(admin: SupabaseClient<Database>): Promise<string> {
  const ground = { r: 20, g: 48, b: 92 };
  const logo = await sharp({ create: { width: 64, height: 16, channels: 3, background: ground } })
    .png()
    .toBuffer();
  const bucket = admin.storage.from('uploads');
  const { error } = await bucket.upload('logo.png', logo, { contentType: 'image/png' });
  expect(error).toBeNull();
  return '/storage/v1/object/public/uploads/logo.png';
}

let directory: TemporaryDirectory;
let shop: ShopProcess;

beforeAll(async () => {
  directory = await migratedDirectory();
  shop = await startShopProcess({
    dataDir: directory.path,
    env: { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, RATE_LIMITS: 'off' },
  });
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const admin = createClient<Database>(shop.origin, publishableKey, keepNothing);
  const { error } = await admin.auth.signInWithPassword(owner);
  expect(error).toBeNull();
  // What the settings screen saves.
  await admin
    .from('site_settings')
    .upsert([
      { key: 'brand', value: name },
      { key: 'email', value: 'care@roots.example' },
      { key: 'website', value: 'www.roots.example' },
      { key: 'colors', value: colors },
      { key: 'heading_font', value: 'georgia' },
      { key: 'logo', value: { url: await upload(admin), width: 64, height: 16 } },
    ])
    .throwOnError();
  await admin.rpc('rename_in_search_texts', { former_name: brand, new_name: name }).throwOnError();
});
afterAll(async () => {
  await shop.stop();
  await directory.remove();
});

async function read(path: string): Promise<string> {
  return (await fetch(shop.origin + path)).text();
}

/** Links within the shop in a page, feed or sitemap. */
function linksIn(text: string): string[] {
  const written = [...text.matchAll(/(?:href|content|action)="([^"]+)"|<(?:loc|link)>([^<]+)</g)];
  return written.flatMap(([, attribute = '', element = '']) => {
    const url = URL.parse((attribute || element).replaceAll('&amp;', '&'), `${shop.origin}/`);
    const isOurs = url?.origin === shop.origin && !/^\/(assets|media|storage)\//.test(url.pathname);
    return isOurs ? [url.pathname + url.search] : [];
  });
}

it('says the new name alone on every page, in feed and map, and on its errors', async () => {
  await expect.poll(() => read('/')).toContain(`${name} | `);
  const open = [
    ...['/', '/sitemap.xml', '/feed.xml', '/robots.txt', '/config.json', '/validity?code=SH2041'],
    ...['/validity?code=none', '/no-such-page', '/product/none', '/blog/none', '/batch/none'],
    ...['/admin', '/search?q=resin', '/orders', '/account', '/checkout', '/payment-success'],
    ...['/_root.data', '/products.data', '/about.data'],
  ];
  const told: string[] = [];
  const seen = new Set(open);
  for (const path of open) {
    const answer = await fetch(shop.origin + path);
    if (!/text|xml|json|x-script/.test(answer.headers.get('content-type') ?? '')) continue;
    const text = await answer.text();
    const found = formerName.exec(text);
    if (found)
      told.push(`${path}: …${text.slice(Math.max(0, found.index - 60), found.index + 40)}`);
    for (const link of linksIn(text)) if (!seen.has(link) && seen.add(link)) open.push(link);
  }
  expect(told).toEqual([]);
  expect(open.length).toBeGreaterThan(60);
  expect(await read('/products')).toContain(`| ${name}</title>`);
  const home = await read('/');
  expect(home).toContain('<meta name="theme-color" content="#f4f7fb"');
  expect(home).toContain('--color-pine:#14305c');
  expect(home).toContain('--font-display:Georgia');
  expect(home).toContain('uploads/logo.png');
  expect(home.replace(/\/assets\/[^"]*/g, '')).not.toMatch(formerColors);
  expect(await read('/feed.xml')).toContain(`<title>${name} Blog</title>`);
});

it('says it in emails, and to the payment service', async () => {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const visitor = createClient<Database>(shop.origin, publishableKey, keepNothing);
  const { data: products } = await visitor.from('products').select().eq('buyable', true).limit(1);
  const [product] = products ?? [];
  const item = {
    ...{ id: product?.id, name: product?.name, price: product?.price, quantity: 1 },
    weight: product?.weight_type,
  };
  const called = await visitor.functions.invoke('create-checkout', { body: { items: [item] } });
  expect(called.error).toBeNull();
  const buyer = { email: 'buyer@mail.example', name: 'Rowan Vale' };
  await sandboxClient(shop.sandbox, '').pay(called.data.url, buyer);
  await visitor.auth.signUp({ email: 'new@mail.example', password: 'granite-and-honey' });
  await waitForMails(shop.sandbox, buyer.email, 1);
  await waitForMails(shop.sandbox, 'new@mail.example', 1);
  await waitForMails(shop.sandbox, owner.email, 1);
  const mails = await readMails(shop.sandbox);
  expect(mails.map(({ subject }) => subject).join('\n')).toContain(name);
  for (const { from, subject, text, html } of mails) {
    expect(from).toContain('care@roots.example');
    expect(`${subject}\n${text}\n${html}`).not.toMatch(formerName);
    expect(html).not.toMatch(formerColors);
    expect(html).toContain(`${shop.origin}/storage/v1/object/public/uploads/logo.png`);
  }
});

it('draws it on the card of shared links', async () => {
  const [, card = ''] = /property="og:image" content="([^"]+)"/.exec(await read('/')) ?? [];
  const { width, height } = await sharp(await (await fetch(card)).arrayBuffer()).metadata();
  expect([card, width, height]).toEqual([`${shop.origin}/previews/shop/card.jpg`, 1200, 630]);
});

it('greets its operator by the name, after a restart', async () => {
  await shop.stop();
  shop = await startShopProcess({ dataDir: directory.path });
  expect(shop.output()).toContain(`${name} is open`);
});
