import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

/** The shop's bucket of pictures and videos, used with the official client. */
describe.each(testDatabases)('uploads on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let others: Record<string, Client>;
  let picture: Buffer<ArrayBuffer>;
  const year = { cacheControl: '31536000' };
  const png = { contentType: 'image/png', ...year };

  beforeAll(async () => {
    shop = await openShop(testDatabase);
    admin = await shop.createAdmin();
    others = {
      visitor: shop.anonymous(),
      customer: (await shop.createCustomer()).client,
    };
    picture = Buffer.from(
      await sharp({ create: { width: 800, height: 600, channels: 3, background: '#b45' } })
        .png()
        .toBuffer(),
    );
    const { error } = await admin.storage.from('uploads').upload('kept.png', picture, png);
    expect(error).toBeNull();
  });
  afterAll(() => shop.close());

  it('are public by address and cacheable', async () => {
    for (const client of Object.values(others)) {
      const { data } = await client.storage.from('uploads').download('kept.png');
      expect(data?.size).toBe(picture.length);
    }
    const { data } = shop.anonymous().storage.from('uploads').getPublicUrl('kept.png');
    const response = await shop.send(data.publicUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('are resized in a format the browser accepts', async () => {
    const { data } = shop
      .anonymous()
      .storage.from('uploads')
      .getPublicUrl('kept.png', {
        transform: { width: 200, height: 200 },
      });
    const response = await shop.send(data.publicUrl, { headers: { accept: 'image/avif,*/*' } });
    expect(response.headers.get('content-type')).toBe('image/avif');
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).toEqual([200, 200]);
  });

  it('are written, listed and removed by admins only', async () => {
    for (const [who, client] of Object.entries(others)) {
      const bucket = client.storage.from('uploads');
      for (const upsert of [false, true]) {
        const uploaded = await bucket.upload(`${who}.png`, picture, { ...png, upsert });
        expect(uploaded.error?.message).toContain('row-level security');
      }
      const replaced = await bucket.update('kept.png', picture, png);
      expect(replaced.error?.message).toContain('row-level security');
      expect((await bucket.list()).data).toEqual([]);
      expect((await bucket.listV2()).data?.objects).toEqual([]);
      expect((await bucket.remove(['kept.png'])).data).toEqual([]);
      expect((await bucket.move('kept.png', 'taken.png')).error?.message).toBe('Object not found');
      expect((await bucket.copy('kept.png', 'taken.png')).error?.message).toBe('Object not found');
      expect((await bucket.createSignedUrl('kept.png', 60)).data).toBeNull();
      expect((await bucket.createSignedUploadUrl('mine.png')).error?.message).toContain(
        'row-level security',
      );
      expect((await client.storage.listBuckets()).data).toEqual([]);
      expect((await client.storage.createBucket('mine')).error).not.toBeNull();
      expect(
        (await client.storage.updateBucket('uploads', { public: false })).error,
      ).not.toBeNull();
      expect((await client.storage.emptyBucket('uploads')).error).not.toBeNull();
      expect((await client.storage.deleteBucket('uploads')).error).not.toBeNull();
    }
    expect((await admin.storage.from('uploads').list()).data?.map(({ name }) => name)).toEqual([
      'kept.png',
    ]);
  });

  it('can be replaced, moved and removed by admins', async () => {
    const bucket = admin.storage.from('uploads');
    expect((await bucket.upload('draft.png', picture, png)).error).toBeNull();
    expect((await bucket.upload('draft.png', picture, png)).error?.message).toBe(
      'The resource already exists',
    );
    expect((await bucket.update('draft.png', picture, png)).error).toBeNull();
    expect((await bucket.move('draft.png', 'posts/final.png')).error).toBeNull();
    expect((await bucket.list('posts')).data?.[0]).toMatchObject({ name: 'final.png' });
    expect((await bucket.remove(['posts/final.png'])).data).toHaveLength(1);
  });

  it('accept real images and videos only', async () => {
    const bucket = admin.storage.from('uploads');
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const refused: [string, Buffer<ArrayBuffer>, string][] = [
      ['a drawing', svg, 'image/svg+xml'],
      ['a drawing called a picture', svg, 'image/png'],
      ['a page', page, 'text/html'],
      ['a page called a picture', page, 'image/jpeg'],
      ['a picture with a page behind it', Buffer.concat([picture, page]), 'image/png'],
      ['half a picture', picture.subarray(0, picture.length / 2), 'image/png'],
      ['nothing', Buffer.alloc(0), 'image/png'],
    ];
    for (const [what, bytes, contentType] of refused) {
      const { error } = await bucket.upload('refused.png', bytes, { contentType });
      expect(error, what).not.toBeNull();
    }
    expect((await bucket.list('', { search: 'refused' })).data).toEqual([]);
  });
});
