import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../testing/databases.ts';
import { type Harness, openHarness } from './storage-harness.ts';

describe.each(databaseKinds)('delivery on $name', (kind) => {
  let harness: Harness;
  const sharedBucket = () => harness.service.from('shared');

  beforeAll(async () => {
    harness = await openHarness(await kind.open());
    await harness.service.createBucket('shared', { public: true });
    await sharedBucket().upload('clip.bin', Buffer.from('0123456789'), {
      contentType: 'video/mp4',
      cacheControl: '31536000',
    });
  });
  afterAll(async () => {
    await harness?.close();
    await kind.stop();
    expect(harness?.errors).toEqual([]);
  });

  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    harness.call('/object/public/shared/clip.bin', { method, headers });

  it('may be cached forever, and is not sent twice', async () => {
    const first = await get();
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '10',
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    await first.text();
    const eTag = first.headers.get('etag') ?? '';
    for (const known of [eTag, `W/${eTag}`, `"other", ${eTag}`, '*']) {
      expect((await get({ 'if-none-match': known })).status).toBe(304);
    }
    const since = first.headers.get('last-modified') ?? '';
    expect((await get({ 'if-modified-since': since })).status).toBe(304);
    expect((await get({ 'if-none-match': '"other"', 'if-modified-since': since })).status).toBe(
      200,
    );
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('answers %s with %i', async (range, status, text, contentRange) => {
    const response = await get({ range });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(text);
    expect(response.headers.get('content-range')).toBe(contentRange);
  });

  it('names a file without leaving its header', async () => {
    const response = await harness.call('/object/public/shared/clip.bin?download=%C3%84%22%0D%0Ax');
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename=%C3%84%22%0D%0Ax; filename*=UTF-8''%C3%84%22%0D%0Ax",
    );
    await response.text();
  });

  it('refuses a range past the end, and goes on only with the same version', async () => {
    const past = await get({ range: 'bytes=10-' });
    expect(past.status).toBe(416);
    expect(past.headers.get('content-range')).toBe('bytes */10');
    const stale = await get({ range: 'bytes=2-4', 'if-range': '"other"' });
    expect(stale.status).toBe(200);
    await stale.text();
  });

  it('sends only headers for HEAD', async () => {
    const head = await get({}, 'HEAD');
    expect(head.headers.get('content-length')).toBe('10');
    expect(await head.text()).toBe('');
  });

  it('never runs uploaded content', async () => {
    const page = '<script>alert(1)</script>';
    for (const [name, contentType] of [
      ['page.html', 'text/html'],
      ['drawing.svg', 'image/svg+xml'],
      ['odd', 'text/html\tx'],
    ] as const) {
      await sharedBucket().upload(name, page, { contentType });
      const response = await harness.call(`/object/public/shared/${name}`);
      expect(response.headers.get('content-type')).not.toContain('html');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      await response.text();
    }
  });
});
