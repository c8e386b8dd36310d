import {
  openData,
  type ProjectData,
  readProject,
  type ServedProject,
  serveProject,
} from '@liv-fit/backend/project';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type HostedDatabase, startHostedDatabase } from '#tests/fixtures/hosted-project.ts';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { sandboxClient } from '#tests/money/sandbox-client.ts';

const adminPassword = 'a long password for the admin';
let hosted: HostedDatabase;
let data: ProjectData;
let project: ServedProject;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let shop: ShopProcess;
let visitor: SupabaseClient;

const client = (key: string, headers: Record<string, string> = {}) =>
  createClient(shop.origin, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  });

/** One instance plays the platform, another is the shop in front of it. */
beforeAll(async () => {
  hosted = await startHostedDatabase();
  data = await openData({ databaseUrl: hosted.adminUrl });
  const config = await readProject(new URL('../..', import.meta.url).pathname, {});
  project = await serveProject({
    // The platform has none of the shop's migrations and seeds: the shop applies them.
    project: { ...config, migrate: false, seeds: [] },
    data,
    host: '127.0.0.1',
    port: 0,
    keys: {},
    keylessAnonymous: false,
    rateLimits: 'off',
    report: () => {},
  });
  directory = await temporaryDirectory();
  shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      DATABASE_URL: hosted.ownerUrl,
      SUPABASE_URL: project.url,
      SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
      SUPABASE_SECRET_KEY: project.secretKey,
      ADMIN_EMAIL: 'owner@shop.example',
      ADMIN_PASSWORD: adminPassword,
      RATE_LIMITS: 'off',
    },
  });
  visitor = client(project.publishableKey);
}, 120_000);

afterAll(async () => {
  await shop?.stop();
  await project?.close();
  await data?.close();
  await hosted?.stop();
  await directory?.remove();
});

it('shows its own origin and the project’s key', async () => {
  expect(await (await fetch(`${shop.origin}/config.json`)).json()).toEqual({
    url: shop.origin,
    publishableKey: project.publishableKey,
  });
  const page = await (await fetch(`${shop.origin}/products`)).text();
  const { data: products } = await visitor.from('products').select('name').order('name');
  expect(products?.length).toBeGreaterThan(3);
  expect(page).toContain(products?.[0]?.name);
});

it('sells by card', async () => {
  const { data: product } = await visitor
    .from('products')
    .select()
    .eq('sold_out', false)
    .limit(1)
    .single();
  const begun = await fetch(`${shop.origin}/functions/v1/create-checkout`, {
    method: 'POST',
    headers: { apikey: project.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [
        { id: product.id, name: product.name, weight: product.weight_type, price: 1, quantity: 2 },
      ],
    }),
  });
  expect(begun.status).toBe(200);
  const { url } = (await begun.json()) as { url: string };
  const paid = await sandboxClient(shop.sandbox, '').pay(url);
  const sessionId =
    new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? '';
  // The order's cookie, held by the browser that paid.
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const customer = client(project.publishableKey, { 'x-lookup-key': sessionId, cookie });
  await vi.waitFor(
    async () => {
      const { data: order } = await customer
        .from('orders')
        .select()
        .eq('stripe_session_id', sessionId)
        .maybeSingle();
      expect(order).toMatchObject({ payment_status: 'paid', name: 'Ann Example' });
      expect(order.total_amount).toBeCloseTo(2 * product.price);
    },
    { timeout: 120_000, interval: 100 },
  );
  const { data: strangers } = await visitor.from('orders').select();
  expect(strangers).toEqual([]);
});

it('lets only the admin in', async () => {
  const admin = client(project.publishableKey);
  const credentials = { email: 'owner@shop.example', password: adminPassword };
  expect((await admin.auth.signInWithPassword(credentials)).error).toBeNull();
  const { data: orders } = await admin
    .from('orders')
    .select()
    .order('created_at', { ascending: false });
  const [order] = orders ?? [];
  expect(order).toBeDefined();
  const moved = await admin
    .from('orders')
    .update({ status: 'shipped' })
    .eq('id', order.id)
    .select();
  expect(moved.data).toMatchObject([{ status: 'shipped' }]);
  const added = await admin
    .from('products')
    .insert({ name: 'From afar', price: 12 })
    .select()
    .single();
  expect(added.data).toMatchObject({ name: 'From afar' });
  expect((await admin.from('products').delete().eq('id', added.data.id)).status).toBe(204);
  const code = { code: 'SH9001', product_name: 'Default Product' };
  expect((await admin.from('validity_codes').insert(code)).status).toBe(201);
  expect((await admin.from('product_validity_view').select()).data).toContainEqual(
    expect.objectContaining(code),
  );
  const lookup = client(project.publishableKey, { 'x-lookup-key': 'SH9001' });
  const found = await lookup
    .from('validity_codes')
    .select('code')
    .eq('code', 'SH9001')
    .maybeSingle();
  expect(found.data).toEqual({ code: 'SH9001' });
  const page = await fetch(`${shop.origin}/validity`, {
    method: 'POST',
    body: new URLSearchParams({ code: ' sh-9001 ' }),
  });
  expect(await page.text()).toContain('Congratulations! This is an authentic Liv Fit product.');

  expect((await visitor.from('products').insert({ name: 'No', price: 1 })).error?.code).toBe(
    '42501',
  );
  expect((await visitor.from('validity_codes').select('code')).data).toEqual([]);
  const wrong = await client('sb_publishable_wrong').from('products').select();
  expect(wrong.status).toBe(401);
});

it('creates accounts in the project and stores their carts', async () => {
  const service = client(project.secretKey);
  const password = 'a long password for Bea';
  const email = 'bea@shop.example';
  await service.auth.admin.createUser({ email, password, email_confirm: true });
  const customer = client(project.publishableKey);
  const { data: signedIn } = await customer.auth.signInWithPassword({ email, password });
  const { data: product } = await visitor
    .from('products')
    .select()
    .eq('sold_out', false)
    .limit(1)
    .single();
  const line = {
    user_id: signedIn.user?.id,
    product_id: product.id,
    product_name: product.name,
    weight: product.weight_type,
    price: product.price,
    quantity: 3,
  };
  expect((await customer.from('cart_items').insert([line])).error).toBeNull();
  expect((await customer.from('cart_items').select()).data).toMatchObject([{ quantity: 3 }]);
  expect((await visitor.from('cart_items').select()).data ?? []).toEqual([]);
  const promoted = await customer.auth.updateUser({ data: { role: 'admin' } });
  expect(promoted.error).toBeNull();
  await customer.auth.refreshSession();
  expect((await customer.from('orders').select()).data).toEqual([]);
});

it('strips metadata from an upload before it reaches the project', async () => {
  const owner = client(project.publishableKey);
  const signedIn = await owner.auth.signInWithPassword({
    email: 'owner@shop.example',
    password: adminPassword,
  });
  expect(signedIn.error).toBeNull();
  const photograph = await sharp({
    create: { width: 80, height: 40, channels: 3, background: '#b45' },
  })
    .withExif({ IFD0: { Copyright: 'my home' }, IFD3: { GPSLatitude: '48/1 51/1 27/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const bucket = owner.storage.from('uploads');
  const options = { contentType: 'image/jpeg', cacheControl: '31536000' };
  // A form as browsers send it, and the raw bytes.
  const file = new Blob([new Uint8Array(photograph)], { type: 'image/jpeg' });
  const bodies = { 'form.jpg': file, 'bytes.jpg': photograph };
  for (const [name, body] of Object.entries(bodies)) {
    expect((await bucket.upload(name, body, options)).error).toBeNull();
    const stored = await fetch(`${project.url}/storage/v1/object/public/uploads/${name}`);
    expect(stored.headers.get('cache-control')).toContain('max-age=31536000');
    expect(stored.headers.get('content-type')).toBe('image/jpeg');
    const bytes = Buffer.from(await stored.arrayBuffer());
    const shown = await sharp(bytes).metadata();
    expect(shown).toMatchObject({ width: 40, height: 80 });
    expect([shown.exif, bytes.includes('my home')]).toEqual([undefined, false]);
  }
  const proofs = owner.storage.from('batch-documents');
  expect((await proofs.upload('LOT-1/certificate.jpg', photograph, options)).error).toBeNull();
  const lies = await proofs.download('LOT-1/certificate.jpg');
  const certificate = Buffer.from((await lies.data?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect((await sharp(certificate).metadata()).exif).toBeUndefined();
  expect(certificate.includes('my home')).toBe(false);
  const half = photograph.subarray(0, photograph.length / 2);
  const refused = await bucket.upload('half.jpg', half, options);
  expect(refused.error?.message).toContain('The picture is damaged');
  const stranger = await visitor.storage.from('uploads').upload('x.jpg', photograph, options);
  expect(stranger.error).not.toBeNull();
});

it('reports that the project is unreachable', async () => {
  await project.close();
  const answer = await visitor.from('products').select();
  expect(answer).toMatchObject({ status: 502, error: { code: 'PGRST000' } });
  const signIn = await visitor.auth.signInWithPassword({ email: 'a@b.example', password: 'x' });
  expect(signIn.error).toMatchObject({ name: 'AuthRetryableFetchError', status: 502 });
});
