import { afterAll, beforeAll, expect, it } from 'vitest';
import { startS3Server } from '../fixtures/s3-server.ts';
import { openEmptyPglite } from '../testing/databases.ts';
import { drawImage, type Harness, openHarness } from './storage-harness.ts';

/** The whole service with its files in an S3 store. */
let s3: Awaited<ReturnType<typeof startS3Server>>;
let harness: Harness;
beforeAll(async () => {
  s3 = await startS3Server();
  harness = await openHarness(await openEmptyPglite(), { s3: s3.settings });
  await harness.service.createBucket('pictures', {
    public: true,
    allowedMimeTypes: ['image/*'],
  });
});
afterAll(async () => {
  await harness?.close();
  await s3?.stop();
  expect(harness?.errors).toEqual([]);
});

it('sends, reads, resizes, copies and removes', async () => {
  const bucket = harness.service.from('pictures');
  const picture = Buffer.from(await drawImage('png', 300, 200));
  const sent = await bucket.upload('a.png', new Blob([picture], { type: 'image/png' }));
  expect(sent.error).toBeNull();
  const back = await bucket.download('a.png');
  expect(back.data?.size).toBe(picture.length);
  const part = await harness.call('/object/public/pictures/a.png', {
    headers: { range: 'bytes=1-3' },
  });
  expect(await part.text()).toBe('PNG');
  const small = await bucket.download('a.png', { transform: { width: 30 } });
  expect(small.data?.type).toBe('image/png');
  expect((await bucket.copy('a.png', 'b.png')).error).toBeNull();
  expect((await bucket.update('a.png', picture, { contentType: 'image/png' })).error).toBeNull();
  expect((await bucket.remove(['a.png'])).error).toBeNull();
  expect((await bucket.download('b.png')).data?.size).toBe(picture.length);
  expect(await harness.countFiles()).toEqual({ objects: 0, incoming: 0 });
});
