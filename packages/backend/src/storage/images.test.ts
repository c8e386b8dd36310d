import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../testing/databases.ts';
import { drawImage, type Harness, openHarness } from './storage-harness.ts';

describe.each(databaseKinds)('an image on $name', (kind) => {
  let harness: Harness;
  const sharedBucket = () => harness.service.from('shared');

  beforeAll(async () => {
    harness = await openHarness(await kind.open());
    await harness.service.createBucket('shared', { public: true });
    await harness.service.createBucket('private', { public: false });
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const bytes = Buffer.from(await drawImage(format, 400, 300));
      await sharedBucket().upload(`pic.${format}`, bytes, { contentType: `image/${format}` });
    }
    await sharedBucket().upload('text.png', 'not an image', { contentType: 'image/png' });
  });
  afterAll(async () => {
    await harness?.close();
    await kind.stop();
    expect(harness?.errors).toEqual([]);
  });

  const render = async (query: string, accept = '*/*', name = 'pic.jpeg') => {
    const path = `/render/image/public/shared/${name}?${query}`;
    const response = await harness.call(path, { headers: { accept } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { response, bytes };
  };
  const sizeOf = async (bytes: Buffer) => {
    const { width, height } = await sharp(bytes).metadata();
    return [width, height];
  };

  it.each([
    ['width=100&height=100', [100, 100]],
    ['width=100', [100, 75]],
    ['height=60', [80, 60]],
    ['width=100&height=100&resize=contain', [100, 75]],
    ['width=100&height=100&resize=fill', [100, 100]],
    ['width=4000', [400, 300]],
    ['quality=20', [400, 300]],
  ])('%s becomes %j', async (query, size) => {
    const { response, bytes } = await render(query);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(await sizeOf(bytes)).toEqual(size);
  });

  it('comes in the best accepted format, and varies by it for caches', async () => {
    for (const [accept, type] of [
      ['image/avif,image/webp,*/*', 'image/avif'],
      ['image/webp,*/*', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const { response } = await render('width=64', accept);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('vary')).toBe('Accept');
      const known = { accept, 'if-none-match': response.headers.get('etag') ?? '' };
      const path = '/render/image/public/shared/pic.jpeg?width=64';
      expect((await harness.call(path, { headers: known })).status).toBe(304);
    }
    const origin = await render('width=64&format=origin', 'image/avif', 'pic.png');
    expect(origin.response.headers.get('content-type')).toBe('image/png');
  });

  it('carries no personal metadata', async () => {
    expect((await sharp(await drawImage('jpeg')).metadata()).exif).toBeDefined();
    const { bytes } = await render('');
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes('somebody at home')).toBe(false);
  });

  it('goes from the disk with what was made of it', async () => {
    const made = async () => (await readdir(join(harness.directory, 'renditions'))).sort();
    const before = await made();
    const bytes = Buffer.from(await drawImage('jpeg', 400, 300));
    const store = () =>
      sharedBucket().upload('going.jpeg', bytes, { contentType: 'image/jpeg', upsert: true });
    await store();
    await render('width=90', '*/*', 'going.jpeg');
    await render('width=91', '*/*', 'going.jpeg');
    expect(await made()).toHaveLength(before.length + 2);
    await store();
    expect(await made()).toEqual(before);
    await render('width=90', '*/*', 'going.jpeg');
    await sharedBucket().remove(['going.jpeg']);
    expect(await made()).toEqual(before);
  });

  it('is refused when it is not one, too large, or requested with invalid options', async () => {
    expect((await render('width=10', '*/*', 'text.png')).response.status).toBe(400);
    const huge = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#000' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    await sharedBucket().upload('huge.png', Buffer.from(huge), { contentType: 'image/png' });
    const bomb = await render('width=10', '*/*', 'huge.png');
    expect(JSON.parse(bomb.bytes.toString())).toMatchObject({
      message: 'The source image resolution is too large to process',
    });
    for (const query of ['width=-1', 'width=x', 'quality=1', 'resize=tilt', 'format=svg']) {
      expect((await render(query)).response.status, query).toBe(400);
    }
  });

  it('of a private bucket is shown by a signed address, made as signed', async () => {
    const bucket = harness.service.from('private');
    await bucket.upload('pic.jpeg', await drawImage('jpeg', 400, 300), {
      contentType: 'image/jpeg',
    });
    const transform = { width: 200, height: 200, quality: 60 };
    const { data } = await bucket.createSignedUrl('pic.jpeg', 60, { transform });
    const response = await harness.backend.fetch(
      new Request(`${data?.signedUrl}&width=10&height=10`),
    );
    expect(response.headers.get('x-transformations')).toBe(
      'height:200,width:200,resizing_type:fill,quality:60',
    );
    expect(await sizeOf(Buffer.from(await response.arrayBuffer()))).toEqual([200, 200]);
    const shown = await bucket.download('pic.jpeg', { transform });
    expect(shown.data?.type).toBe('image/jpeg');
  });
});
