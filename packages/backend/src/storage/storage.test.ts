import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../testing/databases.ts';
import { drawImage, type Harness, ORIGIN, openHarness } from './storage-harness.ts';

const owner = '317eadce-631a-4429-a0bb-f19a7a517b4a';
const policies = `
  create policy "owners keep their files" on storage.objects for all to authenticated
    using (bucket_id = 'private' and owner_id = (select auth.uid())::text)
    with check (bucket_id = 'private' and owner_id = (select auth.uid())::text);
`;

const bytesOf = (buffer: ArrayBuffer | undefined) => Buffer.from(buffer ?? new ArrayBuffer(0));

describe.each(databaseKinds)('storage on $name', (kind) => {
  let harness: Harness;
  let picture: Buffer<ArrayBuffer>;
  const sharedBucket = () => harness.service.from('shared');

  beforeAll(async () => {
    harness = await openHarness(await kind.open(), { policies });
    picture = Buffer.from(await drawImage('jpeg', 400, 300));
    await harness.service.createBucket('shared', { public: true });
    await harness.service.createBucket('private', { public: false });
  });
  afterAll(async () => {
    await harness?.close();
    await kind.stop();
    expect(harness?.errors).toEqual([]);
  });

  describe('buckets', () => {
    it('are made, read, changed, found and removed', async () => {
      const { service } = harness;
      expect(
        (await service.createBucket('films', { public: false, fileSizeLimit: '2mb' })).data,
      ).toEqual({
        name: 'films',
      });
      expect((await service.createBucket('films')).error).toMatchObject({
        statusCode: '409',
        message: 'The resource already exists',
      });
      const changed = await service.updateBucket('films', {
        public: true,
        allowedMimeTypes: ['video/*'],
      });
      expect(changed.data).toEqual({ message: 'Successfully updated' });
      expect((await service.getBucket('films')).data).toMatchObject({
        id: 'films',
        public: true,
        file_size_limit: 2_000_000,
        allowed_mime_types: ['video/*'],
      });
      const found = await service.listBuckets({ search: 'FIL', sortColumn: 'name', limit: 5 });
      expect(found.data?.map(({ id, type }) => [id, type])).toEqual([['films', 'STANDARD']]);
      expect((await service.deleteBucket('films')).error).toBeNull();
      expect((await service.getBucket('films')).error).toMatchObject({
        statusCode: '404',
        message: 'Bucket not found',
      });
    });

    it('are emptied at once and removed only empty', async () => {
      const { service } = harness;
      await service.createBucket('full');
      for (const name of ['a.txt', 'b/c.txt']) await service.from('full').upload(name, 'text');
      expect((await service.deleteBucket('full')).error).toMatchObject({ statusCode: '409' });
      expect((await service.emptyBucket('full')).error).toBeNull();
      expect((await service.deleteBucket('full')).error).toBeNull();
    });

    it('list no more types than anybody has', async () => {
      const allowedMimeTypes = Array(201).fill('image/png');
      const options = { public: true, allowedMimeTypes };
      const refusal = { message: expect.stringContaining('expected array to have <=200 items') };
      expect((await harness.anonymous.createBucket('a', options)).error).toMatchObject(refusal);
      expect((await harness.service.updateBucket('shared', options)).error).toMatchObject(refusal);
    });

    it.each(['', ' padded', '../up', 'a/b', 'ü', '..', 'x'.repeat(101), 'nul\0'])(
      'are never called %j',
      async (name) => {
        expect((await harness.service.createBucket(name)).error).not.toBeNull();
      },
    );
  });

  describe('an object', () => {
    it('comes back as it was sent, by form, bytes, stream and text', async () => {
      const form = new FormData();
      form.append('', new Blob([picture], { type: 'image/jpeg' }), 'ignored.jpg');
      const bodies = {
        form,
        blob: new Blob([picture], { type: 'image/jpeg' }),
        bytes: picture,
        stream: new Blob([picture]).stream(),
      };
      for (const [name, body] of Object.entries(bodies)) {
        const sent = await sharedBucket().upload(`sent/${name}.jpg`, body, {
          contentType: 'image/jpeg',
          metadata: { by: name },
          cacheControl: '60',
        });
        expect(sent.error, name).toBeNull();
        const back = await sharedBucket().download(`sent/${name}.jpg`);
        expect(bytesOf(await back.data?.arrayBuffer()).equals(picture), name).toBe(true);
        expect(back.data?.type).toBe('image/jpeg');
        const { data } = await sharedBucket().info(`sent/${name}.jpg`);
        expect(data).toMatchObject({
          name: `sent/${name}.jpg`,
          bucketId: 'shared',
          size: picture.length,
          contentType: 'image/jpeg',
          cacheControl: 'max-age=60',
          metadata: { by: name },
        });
      }
    });

    it('is replaced only when asked, and the old bytes go', async () => {
      const before = await harness.countFiles();
      await sharedBucket().upload('once.txt', 'first');
      expect((await sharedBucket().upload('once.txt', 'second')).error).toMatchObject({
        statusCode: '409',
      });
      expect((await sharedBucket().upload('once.txt', 'third', { upsert: true })).error).toBeNull();
      expect((await sharedBucket().update('once.txt', 'fourth')).error).toBeNull();
      expect(await (await sharedBucket().download('once.txt')).data?.text()).toBe('fourth');
      expect(await harness.countFiles()).toEqual({
        objects: before.objects + 1,
        incoming: 0,
      });
      await sharedBucket().remove(['once.txt']);
      expect((await harness.countFiles()).objects).toBe(before.objects);
    });

    it('is one object when many send it at once', async () => {
      const before = await harness.countFiles();
      const sent = await Promise.all(
        Array.from({ length: 8 }, (_, at) => sharedBucket().upload('raced.txt', `text ${at}`)),
      );
      expect(sent.filter(({ error }) => error === null)).toHaveLength(1);
      const replaced = await Promise.all(
        Array.from({ length: 8 }, (_, at) => sharedBucket().update('raced.txt', `again ${at}`)),
      );
      expect(replaced.filter(({ error }) => error === null)).toHaveLength(8);
      expect(await harness.countFiles()).toEqual({ objects: before.objects + 1, incoming: 0 });
    });

    it('is moved and copied, within and between buckets', async () => {
      await sharedBucket().upload('from.txt', 'text', { cacheControl: '5' });
      expect((await sharedBucket().move('from.txt', 'moved/to.txt')).error).toBeNull();
      expect((await sharedBucket().exists('from.txt')).data).toBe(false);
      const copied = await sharedBucket().copy('moved/to.txt', 'copy.txt', {
        destinationBucket: 'private',
      });
      expect(copied.data).toEqual({ path: 'private/copy.txt' });
      await sharedBucket().remove(['moved/to.txt']);
      const copy = await harness.service.from('private').download('copy.txt');
      expect(await copy.data?.text()).toBe('text');
      expect((await sharedBucket().move('nowhere.txt', 'x.txt')).error).toMatchObject({
        statusCode: '404',
        message: 'Object not found',
      });
    });

    it('rejects a name that points outside its folder', async () => {
      const names = [
        '%2e%2e%2fetc%2fpasswd',
        'a%2f..%2f..%2fb',
        'nul%00.png',
        'line%0d%0abreak',
        '%F0%9F%92%A9.png',
        'tab%09',
        'back%5cslash',
        'broken%',
        'x'.repeat(1025),
      ];
      for (const name of names) {
        const response = await harness.call(`/object/shared/${name}`, {
          method: 'POST',
          key: 'service',
          body: 'text',
        });
        expect(response.status, name).toBe(400);
        expect(await response.json(), name).toMatchObject({ code: 'InvalidKey' });
      }
      expect((await harness.countFiles()).incoming).toBe(0);
    });
  });

  describe('a list', () => {
    beforeAll(async () => {
      await harness.service.createBucket('listed');
      const bucket = harness.service.from('listed');
      for (const name of ['b.txt', 'A.txt', 'dir/x.txt', 'dir/y/z.txt', 'dir_/a.txt', 'c%_.txt']) {
        const sent = await bucket.upload(name.replace('%', '&'), 'text');
        expect(sent.error).toBeNull();
      }
    });
    const names = async (...args: Parameters<ReturnType<typeof sharedBucket>['list']>) =>
      (await harness.service.from('listed').list(...args)).data?.map(({ name, id }) =>
        id === null ? `${name}/` : name,
      );

    it('shows one folder, in the order and the part asked for', async () => {
      expect(await names()).toEqual(['A.txt', 'b.txt', 'c&_.txt', 'dir/', 'dir_/']);
      expect(await names('dir')).toEqual(['x.txt', 'y/']);
      expect(await names('', { limit: 2, offset: 1 })).toEqual(['b.txt', 'c&_.txt']);
      expect(await names('', { search: 'DI' })).toEqual(['dir/', 'dir_/']);
      expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
        'dir_/',
        'dir/',
        'c&_.txt',
        'b.txt',
        'A.txt',
      ]);
      expect(await names('', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
        'dir_/',
        'dir/',
        'c&_.txt',
        'A.txt',
        'b.txt',
      ]);
      expect(await names('none')).toEqual([]);
    });

    it('pages through all that lies under a prefix', async () => {
      const bucket = harness.service.from('listed');
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await bucket.listV2({
          prefix: 'dir',
          limit: 1,
          ...(cursor ? { cursor } : {}),
        });
        seen.push(...(data?.objects.map(({ name }) => name) ?? []));
        cursor = data?.hasNext ? data.nextCursor : undefined;
      } while (cursor);
      expect(seen).toEqual(['dir/x.txt', 'dir/y/z.txt', 'dir_/a.txt']);
      const folders = await bucket.listV2({ with_delimiter: true });
      expect(folders.data?.folders.map(({ name }) => name)).toEqual(['dir/', 'dir_/']);
      expect(folders.data?.objects).toHaveLength(3);
      expect((await bucket.listV2({ cursor: 'forged' })).error).not.toBeNull();
    });
  });

  describe('who may', () => {
    it('is decided by the policies for the caller', async () => {
      const mine = (await harness.user(owner)).from('private');
      const others = (await harness.user(crypto.randomUUID())).from('private');
      const strangers = harness.anonymous.from('private');
      expect((await mine.upload('mine.txt', 'text')).error).toBeNull();
      expect(await (await mine.download('mine.txt')).data?.text()).toBe('text');
      expect((await mine.list()).data).toHaveLength(1);
      for (const bucket of [others, strangers]) {
        expect((await bucket.download('mine.txt')).error).not.toBeNull();
        expect((await bucket.info('mine.txt')).error).not.toBeNull();
        expect((await bucket.exists('mine.txt')).data).toBe(false);
        expect((await bucket.list()).data).toEqual([]);
        expect((await bucket.update('mine.txt', 'theirs')).error).not.toBeNull();
        expect((await bucket.remove(['mine.txt'])).data).toEqual([]);
        expect((await bucket.createSignedUrl('mine.txt', 60)).error).not.toBeNull();
      }
      expect((await strangers.upload('new.txt', 'text')).error?.message).toBe(
        'new row violates row-level security policy',
      );
      expect(await (await mine.download('mine.txt')).data?.text()).toBe('text');
    });

    it('does without a key where the address is enough, and nowhere else', async () => {
      await sharedBucket().upload('open.txt', 'text');
      expect((await harness.call('/object/public/shared/open.txt')).status).toBe(200);
      expect((await harness.call('/object/shared/open.txt')).status).toBe(200);
      for (const path of [
        '/object/public/private/copy.txt',
        '/object/private/copy.txt',
        '/object/authenticated/shared/open.txt',
        '/render/image/public/private/copy.txt',
        '/bucket',
      ]) {
        expect((await harness.call(path)).status, path).toBe(400);
      }
    });
  });

  describe('a signed address', () => {
    it('opens one object to anyone, and only that one', async () => {
      await harness.service.from('private').upload('secret.txt', 'text');
      const bucket = harness.service.from('private');
      const { data } = await bucket.createSignedUrl('secret.txt', 60, { download: 'other.txt' });
      const url = new URL(data?.signedUrl ?? '');
      const response = await harness.backend.fetch(new Request(url));
      expect(await response.text()).toBe('text');
      expect(response.headers.get('content-disposition')).toBe(
        "attachment; filename=other.txt; filename*=UTF-8''other.txt",
      );
      const token = url.searchParams.get('token');
      for (const path of [
        `/object/sign/private/copy.txt?token=${token}`,
        `/render/image/sign/private/copy.txt?token=${token}`,
        `/object/sign/private/secret.txt?token=${token?.slice(0, -2)}`,
        '/object/sign/private/secret.txt',
      ]) {
        expect((await harness.call(path)).status, path).toBe(400);
      }
      const upload = await harness.call(`/object/upload/sign/private/secret.txt?token=${token}`, {
        method: 'PUT',
        body: 'theirs',
      });
      expect(upload.status).toBe(400);
      const asToken = await harness.call('/object/private/secret.txt', {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(asToken.status).toBe(400);
      const many = await bucket.createSignedUrls(['secret.txt', 'none.txt'], 60);
      expect(many.data?.map(({ error }) => error === null)).toEqual([true, false]);
    });

    it('accepts one upload from whoever holds it', async () => {
      const mine = (await harness.user(owner)).from('private');
      const { data } = await mine.createSignedUploadUrl('handed.txt');
      const holder = harness.anonymous.from('private');
      const sent = await holder.uploadToSignedUrl('handed.txt', data?.token ?? '', 'text');
      expect(sent.error).toBeNull();
      expect(await (await mine.download('handed.txt')).data?.text()).toBe('text');
      const again = await holder.uploadToSignedUrl('handed.txt', data?.token ?? '', 'more');
      expect(again.error).toMatchObject({ statusCode: '409' });
    });
  });

  it('refuses what it does not support in the protocol’s own words', async () => {
    for (const path of ['/upload/resumable', '/upload/resumable/sign', '/vector/CreateIndex']) {
      const response = await harness.call(path, { method: 'POST', key: 'service' });
      expect(response.status, path).toBe(409);
      expect(await response.json()).toMatchObject({ code: 'FeatureNotEnabled' });
    }
    const unknown = await harness.backend.fetch(new Request(`${ORIGIN}/storage/v1/nothing`));
    expect(unknown.status).toBe(404);
  });
});
