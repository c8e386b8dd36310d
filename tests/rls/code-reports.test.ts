import { drawScans } from '@liv-fit/backend/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StorageUnavailable } from '#server/authenticity/proof-files.ts';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

describe.each(testDatabases)('reports of odd jars on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let storage: Response | null = null;

  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true, answerFiles: () => storage });
    admin = await shop.createAdmin();
  });
  afterAll(() => shop.close());

  const report = async (body: object) => {
    const { data, error } = await shop.anonymous().functions.invoke('report-code', { body });
    return error ? await (error.context as Response).json() : data;
  };
  const picture = async () => {
    const made = await sharp({
      create: { width: 3000, height: 1000, channels: 3, background: '#804020' },
    })
      .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
      .jpeg()
      .toBuffer();
    return made.toString('base64');
  };

  it('tell the owner, with pictures that hold no more than what is seen', async () => {
    const sent = await report({
      code: 'SH2041',
      message: 'The seal was broken.',
      boughtAt: 'A market',
      email: 'ann@mail.example',
      pictures: [await picture()],
    });
    expect(sent).toEqual({ reported: true });
    const { data } = await admin.from('code_reports').select('*').single().throwOnError();
    expect(data).toMatchObject({ message: 'The seal was broken.', bought_at: 'A market' });
    const { data: alerts } = await admin.from('code_alerts').select('kind, report_id, state');
    expect(alerts).toEqual([{ kind: 'report', report_id: data?.id, state: 'open' }]);
    const path = data?.pictures[0] ?? '';
    const { data: file } = await admin.storage.from('code-reports').download(path);
    const kept = await sharp(
      Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)),
    ).metadata();
    expect(kept).toMatchObject({ format: 'jpeg', width: 2000 });
    expect(kept.exif).toBeUndefined();
    const stranger = await shop.anonymous().storage.from('code-reports').download(path);
    expect(stranger.data).toBeNull();
  });

  it('are one when sent again after the answer was lost', async () => {
    const body = {
      reportId: '5f0e3c63-9d1c-4b0e-8f0a-0d6f8d6f3a11',
      message: 'The lid was loose.',
      pictures: [await picture()],
    };
    const answers = await Promise.all([report(body), report(body)]);
    expect([...answers, await report(body)]).toEqual(Array(3).fill({ reported: true }));
    const { data } = await admin.from('code_reports').select('id').eq('message', body.message);
    expect(data).toEqual([{ id: body.reportId }]);
    const { data: alerts } = await admin
      .from('code_alerts')
      .select('kind')
      .eq('report_id', body.reportId);
    expect(alerts).toHaveLength(1);
  });

  it('take what was corrected before they were sent again', async () => {
    await shop.database.query({
      text: `insert into public.batches (code, product_id) select 'LOT-7', id from public.products limit 1`,
    });
    const body = {
      reportId: '5f0e3c63-9d1c-4b0e-8f0a-0d6f8d6f3a12',
      code: 'LOT-7',
      message: 'The lid was lose.',
      pictures: [await picture()],
    };
    const read = async () => {
      const { data } = await admin.from('code_reports').select().eq('id', body.reportId).single();
      return data;
    };
    expect(await report(body)).toEqual({ reported: true });
    const first = await read();
    // Typed again after reloading the page, so the pictures have to be chosen again.
    const corrected = {
      ...body,
      code: '',
      message: 'The lid was loose.',
      email: 'ann@mail.example',
    };
    expect(await report({ ...corrected, pictures: [] })).toEqual({ reported: true });
    expect(await read()).toEqual({
      ...first,
      message: 'The lid was loose.',
      email: 'ann@mail.example',
      batch_id: null,
    });
    expect(first?.batch_id).not.toBeNull();
    const swapped = await sharp({
      create: { width: 60, height: 40, channels: 3, background: 'red' },
    })
      .jpeg()
      .toBuffer();
    await report({ ...corrected, pictures: [swapped.toString('base64')] });
    const [path = ''] = (await read())?.pictures ?? [];
    const { data: file } = await admin.storage.from('code-reports').download(path);
    const kept = await sharp(
      Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0)),
    ).metadata();
    expect(kept).toMatchObject({ width: 60, height: 40 });
    const { data: alerts } = await admin
      .from('code_alerts')
      .select('times, state, batch_id')
      .eq('report_id', body.reportId);
    expect(alerts).toEqual([{ times: 3, state: 'open', batch_id: null }]);

    // A day later it is a new report, even with the same id.
    await shop.database.query({
      text: `update public.code_reports set created_at = now() - interval '25 hours' where id = $1`,
      values: [body.reportId],
    });
    const before = await read();
    const later = 'Another lid was loose.';
    expect(await report({ ...corrected, message: later })).toEqual({ reported: true });
    expect(await read()).toEqual(before);
    const { data } = await admin.from('code_reports').select('id').eq('message', later);
    expect(data).toHaveLength(1);
  });

  it('in a flood count on one alert, and are all stored', async () => {
    await shop.database.query({ text: 'delete from public.code_alerts' });
    for (let n = 0; n < 23; n += 1) await report({ message: `Flood ${n}` });
    const { data: alerts } = await admin
      .from('code_alerts')
      .select('times, report_id, detail')
      .order('created_at');
    expect(alerts).toHaveLength(21);
    expect(alerts?.at(-1)).toEqual({ times: 3, report_id: null, detail: {} });
    const { count } = await admin
      .from('code_reports')
      .select('id', { count: 'exact', head: true })
      .like('message', 'Flood %');
    expect(count).toBe(23);
  });

  it('take no picture of a few kilobytes that takes seconds to unpack', async () => {
    const draw = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 4, background: 'red' } });
    const costly = [
      drawScans(64, 51),
      await draw(3200).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      // However small it looks, it may contain any number of other images.
      await draw(64).avif().toBuffer(),
    ];
    for (const picture of costly) {
      const pictures = [picture.toString('base64')];
      expect(await report({ message: 'Odd.', pictures })).toMatchObject({
        error: { message: 'pictures.0: This file is not a picture that we can read.' },
      });
    }
  });

  it('ask to try again while their pictures cannot be stored', async () => {
    storage = new Response(null, { status: 503 });
    const body = { message: 'Odd, and away.', pictures: [await picture()] };
    const { error } = await shop.anonymous().functions.invoke('report-code', { body });
    storage = null;
    const answer: Response = error.context;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '120']);
    expect(await answer.json()).toEqual({
      error: {
        code: 'files_unavailable',
        message: 'Pictures cannot be stored right now. Please try again in a few minutes.',
      },
    });
    expect(shop.errors.splice(0)).toEqual([{ err: expect.any(StorageUnavailable) }]);
    expect(await report(body)).toEqual({ reported: true });
  });

  it.each([
    [{ message: ' ' }, 'message: Please describe what looks wrong.'],
    [{ message: 'x', email: 'nobody' }, 'email: Must be an email address.'],
    [{ message: 'x', pictures: ['!'] }, 'pictures.0: Is not a picture.'],
    [
      { message: 'x', pictures: [Buffer.from('no picture').toString('base64')] },
      'pictures.0: This file is not a picture that we can read.',
    ],
    [
      {
        message: 'x',
        pictures: [
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString(
            'base64',
          ),
        ],
      },
      'pictures.0: This file is not a picture that we can read.',
    ],
    [{ message: 'x', pictures: ['', '', '', ''] }, 'pictures: At most three pictures.'],
    [
      { message: 'x', pictures: [Buffer.alloc(5_000_001).toString('base64')] },
      'pictures.0: At most 5 MB each.',
    ],
  ])('say at which place they cannot be taken: %#', async (body, message) => {
    expect(await report(body)).toEqual({ error: { code: 'invalid_request', message } });
  });
});
