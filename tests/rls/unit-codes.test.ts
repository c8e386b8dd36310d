import { createHash } from 'node:crypto';
import { createKysely } from '@liv-fit/backend/database';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CheckAnswer } from '#domain/check-answer.ts';
import { hasValidCheckCharacter, unitAlphabet } from '#domain/unit-code.ts';
import { createCheckLimits } from '#server/api/limit-lookups.ts';
import { deriveKeys } from '#server/authenticity/authenticity-secrets.ts';
import { createCodeChecker } from '#server/authenticity/check-code.ts';
import { issueCodes } from '#server/authenticity/issue-codes.ts';
import { recordKey } from '#server/authenticity/known-keys.ts';
import type { DB } from '#server/orders/tables.ts';
import { type Client, openShop, type Shop } from './shop.ts';
import { testDatabases } from './test-databases.ts';

const proof = Buffer.from('%PDF-1.4 a sample');
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const needed = ['lead', 'arsenic', 'cadmium', 'mercury', 'total aerobic count', 'yeast and mold'];

describe.each(testDatabases)('unit codes on $name', (testDatabase) => {
  let shop: Shop;
  let admin: Client;
  let product: string;
  let batches = 0;
  let visitors = 0;

  beforeAll(async () => {
    shop = await openShop(testDatabase, { seeded: true });
    admin = await shop.createAdmin();
    const { data } = await admin.from('products').select('id').limit(1).single().throwOnError();
    product = data?.id ?? '';
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.database.query({ text: 'delete from public.code_alerts' });
  });

  const lying = async (path: string) => {
    const { data } = await admin.storage.from('batch-documents').download(path);
    return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
  };

  async function addBatch(
    changes = {},
    file: { content: Buffer; type: string } = { content: proof, type: 'application/pdf' },
  ): Promise<{ id: string; code: string; path: string; sha256: string }> {
    batches += 1;
    const code = `UNIT-${batches}`;
    const { data } = await admin
      .from('batches')
      .insert({ code, product_id: product, ...changes })
      .select('id')
      .single()
      .throwOnError();
    const id = data?.id ?? '';
    const path = `${code}/coa.pdf`;
    const stored = await admin.storage
      .from('batch-documents')
      .upload(path, file.content, { contentType: file.type });
    expect(stored.error).toBeNull();
    const sha256 = hashOf(await lying(path));
    await admin.from('batch_documents').insert({ batch_id: id, path, sha256 }).throwOnError();
    await admin
      .from('batch_results')
      .insert(
        [
          ...needed.map((analyte) => ({ analyte, value: 1, qualifier: '=', limit_value: 2 })),
          ...['E. coli', 'Salmonella'].map((analyte) => ({
            analyte,
            value: null,
            qualifier: 'not detected',
            limit_value: 0,
          })),
        ].map((result) => ({ ...result, batch_id: id })),
      )
      .throwOnError();
    return { id, code, path, sha256 };
  }

  const call = async (client: Client, name: string, body: object) => {
    const { data, error } = await client.functions.invoke(name, { body });
    return error ? await (error.context as Response).json() : data;
  };
  const issue = async (batchId: string, count: number): Promise<string[]> => {
    const answer = await call(admin, 'issue-codes', { batchId, count });
    expect(answer).toMatchObject({ codes: expect.any(Array) });
    return answer.codes;
  };
  async function releasedUnit(changes = {}) {
    const batch = await addBatch(changes);
    const [code = ''] = await issue(batch.id, 1);
    const released = await call(admin, 'release-batch', { batchId: batch.id });
    expect(released).toMatchObject({
      batch: { code: batch.code, status: 'released' },
      passport: { revision: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    return { batch, code };
  }
  const somebody = () => {
    visitors += 1;
    return shop.visitor(`198.51.${visitors >> 8}.${visitors & 255}`);
  };
  const check = (code: string, who = somebody()): Promise<CheckAnswer> =>
    call(who, 'check-code', { code });
  const alerts = async () => {
    const { data } = await admin.from('code_alerts').select('kind, times').order('kind');
    return data?.map(({ kind }) => kind);
  };

  const photograph = () =>
    sharp({ create: { width: 80, height: 40, channels: 3, background: '#b45' } })
      .withExif({ IFD0: { Make: 'A camera' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
      .jpeg()
      .toBuffer();
  /** Bypasses the upload, as an earlier version or a hosted project's dashboard does. */
  async function storeAsIs(path: string, content: Buffer): Promise<void> {
    await shop.service.storage.createBucket('aside', { public: false });
    const aside = shop.service.storage.from('aside');
    await aside.upload(path, content, { contentType: 'image/jpeg' });
    const moved = await aside.move(path, path, { destinationBucket: 'batch-documents' });
    expect(moved.error).toBeNull();
    expect((await lying(path)).equals(content)).toBe(true);
  }

  it('are released only as whoever releases them saw the batch', async () => {
    const batch = await addBatch();
    const { data: results } = await admin
      .from('batch_results')
      .select()
      .eq('batch_id', batch.id)
      .throwOnError();
    const { data: row } = await admin
      .from('batches')
      .select()
      .eq('id', batch.id)
      .single()
      .throwOnError();
    const seen = {
      ...{ code: row?.code, productId: row?.product_id, madeOn: row?.made_on },
      ...{ bestBefore: row?.best_before, unitsMade: row?.units_made, origin: row?.origin },
      results: results?.map(({ limit_value, limit_source, ...each }) => ({
        ...{ analyte: each.analyte, panel: each.panel, value: each.value, unit: each.unit },
        ...{ qualifier: each.qualifier, method: each.method },
        ...{ limit: limit_value, limitSource: limit_source },
      })),
      documents: [
        {
          ...{ title: 'Certificate of analysis', laboratory: null, accreditationNumber: null },
          ...{ testedOn: null, sha256: batch.sha256 },
        },
      ],
    };
    const release = () => call(admin, 'release-batch', { batchId: batch.id, seen });
    const measured = admin.from('batch_results').update({ method: 'ICP-MS' });
    await measured.eq('batch_id', batch.id).eq('analyte', 'lead').throwOnError();
    expect(await release()).toMatchObject({
      error: {
        code: 'batch_changed',
        message: expect.stringMatching(/^Someone else has changed this batch/),
      },
    });
    const undone = admin.from('batch_results').update({ method: null });
    await undone.eq('batch_id', batch.id).eq('analyte', 'lead').throwOnError();
    expect(await release()).toMatchObject({ batch: { status: 'released' } });

    const noted = admin.from('batches').update({ note: 'Asked the laboratory.' });
    await noted.eq('id', batch.id).throwOnError();
    const block = (note: string | null) =>
      call(admin, 'block-batch', { batchId: batch.id, note: 'Blocked.', seen: { note } });
    expect(await block(null)).toMatchObject({ error: { code: 'batch_changed' } });
    expect(await block('Asked the laboratory.')).toMatchObject({ batch: { status: 'blocked' } });
  });

  it('come with certificates that say nothing of where they were photographed', async () => {
    const content = await photograph();
    const batch = await addBatch({}, { content, type: 'image/jpeg' });
    expect(batch.sha256).not.toBe(hashOf(content));
    expect(await call(admin, 'release-batch', { batchId: batch.id })).toMatchObject({
      batch: { status: 'released' },
    });
    const bytes = await lying(batch.path);
    expect(hashOf(bytes)).toBe(batch.sha256);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });

  it('wait while a certificate came past that, and correct what was published so', async () => {
    const content = await photograph();
    const batch = await addBatch();
    const past = `${batch.code}/past.jpg`;
    await storeAsIs(past, content);
    const added = {
      batch_id: batch.id,
      path: past,
      title: 'Photograph',
      sha256: hashOf(content),
    };
    await admin.from('batch_documents').insert(added).throwOnError();
    const problems = [expect.stringMatching(/^Photograph: the picture may say where and when/)];
    expect(await call(admin, 'review-batch', { batchId: batch.id })).toMatchObject({ problems });
    expect(await call(admin, 'release-batch', { batchId: batch.id })).toMatchObject({
      error: { code: 'not_releasable', problems },
    });

    // Released as before this was required.
    await admin.from('batches').update({ status: 'released' }).eq('id', batch.id).throwOnError();
    const listed = (path: string, sha256: string, title: string) => ({
      path,
      title,
      laboratory: null,
      accreditationNumber: null,
      testedOn: null,
      sha256,
    });
    const former = [
      listed(batch.path, batch.sha256, 'Certificate of analysis'),
      listed(past, added.sha256, 'Photograph'),
    ];
    const correct = (documents: object[]) =>
      call(admin, 'correct-batch', { batchId: batch.id, reason: 'Another file', documents });
    const again = `${batch.code}/again.jpg`;
    const second = await sharp(content).keepExif().jpeg({ quality: 50 }).toBuffer();
    await storeAsIs(again, second);
    const another = listed(again, hashOf(second), 'Photograph');
    expect(await correct([...former, another])).toMatchObject({
      error: { code: 'not_releasable', problems },
    });
    const clean = `${batch.code}/clean.jpg`;
    const stored = await admin.storage
      .from('batch-documents')
      .upload(clean, content, { contentType: 'image/jpeg' });
    expect(stored.error).toBeNull();
    const sha256 = hashOf(await lying(clean));
    expect(await correct([...former, listed(clean, sha256, 'Photograph')])).toMatchObject({
      batch: { status: 'released' },
    });
    expect(await correct([former[0] as object, listed(clean, sha256, 'Photograph')])).toMatchObject(
      { batch: { status: 'released' } },
    );
  });

  it('say in plain words what a correction may not hold twice', async () => {
    const { batch } = await releasedUnit();
    const correct = (changes: object) =>
      call(admin, 'correct-batch', { batchId: batch.id, reason: 'Once more', ...changes });
    const document = {
      ...{ path: batch.path, title: 'Certificate', laboratory: null, accreditationNumber: null },
      ...{ testedOn: null, sha256: batch.sha256 },
    };
    expect(
      await correct({ documents: [document, { ...document, title: 'The same' }] }),
    ).toMatchObject({
      error: { code: 'wrong_status', message: 'This batch already has this file.' },
    });
    const result = {
      ...{ analyte: 'Lead', panel: 'other', value: 1, qualifier: '=', unit: '' },
      ...{ limitValue: 2, limitSource: null, method: null },
    };
    expect(await correct({ results: [result, { ...result, analyte: 'lead' }] })).toMatchObject({
      error: { code: 'wrong_status', message: 'There are two results for the same analyte.' },
    });
  });

  it('keep a correction when an older page publishes another', async () => {
    const { batch } = await releasedUnit({ best_before: '2027-03-01' });
    const correct = (facts: object, seen?: { revision: number }) =>
      call(admin, 'correct-batch', {
        ...{ batchId: batch.id, reason: 'Mistyped', batch: facts, seen },
      });
    const opened = { revision: 1 };
    expect(await correct({ bestBefore: '2026-12-01' }, opened)).toMatchObject({
      passport: { revision: 2 },
    });
    expect(await correct({ bestBefore: '2027-03-01', origin: 'Spiti' }, opened)).toMatchObject({
      error: { code: 'batch_changed' },
    });
    // Of two at the same time, only one succeeds.
    const both = await Promise.all(
      ['Spiti', 'Pin'].map((origin) => correct({ origin }, { revision: 2 })),
    );
    expect(both.map(({ passport, error }) => error?.code ?? passport.revision).sort()).toEqual([
      3,
      'batch_changed',
    ]);
    // An older client, which does not send the field.
    expect(await correct({ origin: 'Kaza' })).toMatchObject({ passport: { revision: 4 } });
    const { data } = await admin
      .from('batches')
      .select('best_before, origin')
      .eq('id', batch.id)
      .single();
    expect(data).toEqual({ best_before: '2026-12-01', origin: 'Kaza' });
  });

  it('say first once, and from then on when that was', async () => {
    const { batch, code } = await releasedUnit();
    const first = await check(code);
    expect(first).toMatchObject({
      outcome: 'first',
      batch: batch.code,
      product: expect.any(String),
      passport: `/batch/${batch.code}`,
      checkedBefore: 0,
    });
    const spelled = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8).toLowerCase()}`;
    const again = await check(spelled);
    expect(again).toMatchObject({
      outcome: 'again',
      firstCheckedAt: first.firstCheckedAt,
      checkedBefore: 1,
    });
  });

  it('count the same browser once in ten minutes', async () => {
    const { code } = await releasedUnit();
    const browser = somebody();
    await check(code, browser);
    const repeated = await check(code, browser);
    expect(repeated).toMatchObject({ outcome: 'again', checkedBefore: 1, sameBrowser: true });
    expect(await check(code)).toMatchObject({ checkedBefore: 1 });
    await shop.database.query({
      text: `update public.code_checks set checked_at = checked_at - interval '11 minutes'`,
    });
    expect(await check(code, browser)).toMatchObject({ checkedBefore: 2 });
  });

  it('tell malformed, unknown, void, unreleased, expired and recalled ones apart', async () => {
    const { batch, code } = await releasedUnit();
    const slip = [...unitAlphabet].map((letter) => code.slice(0, -1) + letter);
    for (const wrong of slip.filter((each) => each !== code).slice(0, 3)) {
      expect(hasValidCheckCharacter(wrong)).toBe(false);
      expect(await check(wrong)).toEqual({ outcome: 'malformed' });
    }
    expect(await check('00000000000')).toEqual({ outcome: 'unknown' });
    expect(await check('ключ')).toEqual({ outcome: 'malformed' });

    const fresh = await addBatch();
    const [early = ''] = await issue(fresh.id, 1);
    expect(await check(early)).toMatchObject({ outcome: 'not_released', batch: fresh.code });
    expect(await check(fresh.code)).toMatchObject({ outcome: 'not_released' });

    const old = await releasedUnit({ made_on: '2020-01-01', best_before: '2021-01-01' });
    expect(await check(old.code)).toMatchObject({ outcome: 'expired', bestBefore: '2021-01-01' });
    expect(await check(old.batch.code)).toMatchObject({ outcome: 'expired' });

    expect(await check(batch.code.toLowerCase())).toMatchObject({
      outcome: 'batch',
      batch: batch.code,
    });
    expect(await call(admin, 'void-unit', { code })).toMatchObject({ unit: { status: 'void' } });
    expect(await check(code)).toMatchObject({ outcome: 'void' });
    expect(await alerts()).toEqual(['void_checked']);
    await call(admin, 'void-unit', { code, undo: true });
    await admin.from('batches').update({ status: 'recalled' }).eq('id', batch.id).throwOnError();
    expect(await check(code)).toMatchObject({ outcome: 'recalled' });
    expect(await check(batch.code)).toMatchObject({ outcome: 'recalled' });
  });

  it('leave codes without a batch as valid as they were', async () => {
    await admin.from('validity_codes').insert({ code: 'OLD-1 x', product_name: 'Old resin' });
    expect(await check('old1X')).toEqual({
      outcome: 'batch',
      batch: 'OLD-1 x',
      product: 'Old resin',
    });
    await admin.from('batches').insert({ code: 'OLD-1 x', product_id: product }).throwOnError();
    expect(await check('OLD-1 x')).toMatchObject({ outcome: 'batch' });
  });

  it('are released once, however often that is sent', async () => {
    const batch = await addBatch();
    const release = (seen?: object) =>
      call(admin, 'release-batch', { batchId: batch.id, ...(seen && { seen }) });
    const answers = await Promise.all([release(), release()]);
    expect(answers[0]).toMatchObject({ batch: { status: 'released' }, passport: { revision: 1 } });
    expect(answers[1]).toEqual(answers[0]);
    expect(await release()).toEqual(answers[0]);
    const entries = async () => {
      const { data } = await admin.from('batch_passports').select('kind').eq('batch_id', batch.id);
      return data?.map(({ kind }) => kind);
    };
    expect(await entries()).toEqual(['release']);
    const older = {
      ...{ code: batch.code, productId: product, status: 'draft', madeOn: null, bestBefore: null },
      ...{ unitsMade: null, origin: 'Elsewhere', results: [], documents: [] },
    };
    expect(await release(older)).toMatchObject({ error: { code: 'batch_changed' } });
    await call(admin, 'block-batch', { batchId: batch.id });
    // The page still shows the draft: nobody releases unseen what somebody else has blocked.
    expect(await release(older)).toMatchObject({ error: { code: 'batch_changed' } });
    expect(await entries()).toEqual(['release']);
    expect(await release()).toMatchObject({ passport: { revision: 2 } });
    await admin.from('batches').update({ status: 'recalled' }).eq('id', batch.id).throwOnError();
    expect(await release()).toMatchObject({
      error: {
        code: 'wrong_status',
        message: 'A batch that is recalled cannot become released.',
      },
    });
  });

  it('of batches whose codes are spelled alike say recalled, however they are typed', async () => {
    const [letters, hyphen] = [await releasedUnit(), await releasedUnit()].map(
      ({ batch }) => batch,
    );
    const spell = (id = '', code = '') =>
      shop.database.query({
        text: 'update public.batches set code = $2 where id = $1',
        values: [id, code],
      });
    // As before such codes were refused.
    await shop.database.query({ text: 'alter table public.batches disable trigger guard_batch' });
    await spell(letters?.id, 'TWIN1');
    await spell(hyphen?.id, 'TWIN-1');
    await shop.database.query({ text: 'alter table public.batches enable trigger guard_batch' });
    expect(await check('TWIN-1')).toMatchObject({ outcome: 'batch', batch: 'TWIN-1' });
    expect(await check('twin1')).toMatchObject({ outcome: 'batch', batch: 'TWIN1' });
    await admin
      .from('batches')
      .update({ status: 'recalled' })
      .eq('id', hyphen?.id ?? '')
      .throwOnError();
    for (const typed of ['TWIN-1', 'twin 1', 'TWIN1']) {
      expect(await check(typed), typed).toMatchObject({ outcome: 'recalled', batch: 'TWIN-1' });
    }
    const reported = async (code: string) => {
      const message = `Odd: ${code}`;
      await call(somebody(), 'report-code', { code, message });
      const { data } = await admin
        .from('code_reports')
        .select('batch_id')
        .eq('message', message)
        .single();
      return data?.batch_id;
    };
    expect(await reported('Twin 1')).toBe(hyphen?.id);
    const { batch: plain } = await releasedUnit();
    expect(await reported(plain.code.toLowerCase().replace('-', ''))).toBe(plain.id);
  });

  it('are issued to administrators alone, once, with a line in the change log', async () => {
    const batch = await addBatch();
    const { client } = await shop.createCustomer();
    for (const stranger of [client, somebody()]) {
      expect(await call(stranger, 'issue-codes', { batchId: batch.id, count: 1 })).toMatchObject({
        error: { code: 'not_admin' },
      });
    }
    expect(await call(admin, 'issue-codes', { batchId: batch.id, count: 10_001 })).toMatchObject({
      error: { code: 'invalid_request' },
    });
    const codes = await issue(batch.id, 500);
    expect(new Set(codes).size).toBe(500);
    expect(codes.every((code) => /^[0-9A-HJKMNP-TV-Z]{11}$/.test(code))).toBe(true);
    const { data } = await admin
      .from('audit_log')
      .select('actor_email, after')
      .eq('table_name', 'unit_codes')
      .eq('row_id', batch.id);
    expect(data).toEqual([
      { actor_email: expect.stringContaining('@'), after: expect.objectContaining({ count: 500 }) },
    ]);
  });

  it('cannot be told from everything that the database holds', async () => {
    const { code } = await releasedUnit();
    await check(code);
    const { rows: tables } = await shop.database.query<{ name: string }>({
      text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    });
    let dump = '';
    for (const { name } of tables) {
      const { rows } = await shop.database.query<{ line: string }>({
        text: `select line::text from ${name} as line`,
      });
      dump += rows.map(({ line }) => line).join('\n');
    }
    expect(dump).toContain('UNIT-1');
    const spelled = `${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}`;
    const hashes = ['sha256', 'sha512', 'sha1', 'md5'].flatMap((algorithm) =>
      (['hex', 'base64', 'base64url'] as const).map((encoding) =>
        createHash(algorithm).update(code).digest(encoding),
      ),
    );
    for (const trace of [code, code.toLowerCase(), spelled, code.slice(0, 10), ...hashes]) {
      expect(dump).not.toContain(trace);
    }
    expect(dump).not.toMatch(/198\.51\.\d+\.\d+/);
  });

  it('tell the owner of three networks in a day, and of nothing twice', async () => {
    const { code } = await releasedUnit();
    await check(code);
    await check(code);
    expect(await alerts()).toEqual([]);
    await check(code);
    await check(code);
    expect(await alerts()).toEqual(['many_networks']);
    await admin.from('code_alerts').update({ state: 'closed', note: 'a fair' }).eq('state', 'open');
    await check(code);
    await check(code);
    const { data } = await admin.from('code_alerts').select('state, note, closed_by, closed_at');
    expect(data).toEqual([
      {
        state: 'closed',
        note: 'a fair',
        closed_by: expect.any(String),
        closed_at: expect.any(String),
      },
    ]);
    await check(code);
    expect(await alerts()).toHaveLength(2);
  });

  it('have alerts that say when they were looked after last, however often they are seen', async () => {
    const see = () =>
      shop.database.query({ text: `select private.raise_alert('unknown_codes', 'site')` });
    const read = async () => {
      const { data } = await admin
        .from('code_alerts')
        .select('times, updated_at')
        .single()
        .throwOnError();
      return data;
    };
    const handle = async (note: string, updated_at = '') => {
      const { data } = await admin
        .from('code_alerts')
        .update({ note })
        .eq('updated_at', updated_at)
        .select('updated_at')
        .throwOnError();
      return data?.[0]?.updated_at;
    };
    await see();
    const first = await read();
    await see();
    expect(await read()).toEqual({ times: 2, updated_at: first?.updated_at });
    const second = await handle('Theirs', first?.updated_at);
    expect(second).toEqual(expect.any(String));
    expect(await handle('Mine', first?.updated_at)).toBeUndefined();
    expect(await handle('Mine', second)).toEqual(expect.any(String));
  });

  it('tell the owner of more first checks than units', async () => {
    const batch = await addBatch({ units_made: 2 });
    const codes = await issue(batch.id, 3);
    for (const code of codes.slice(0, 2)) await check(code);
    expect(await alerts()).toEqual([]);
    await check(codes[2] ?? '');
    expect(await alerts()).toEqual(['more_checks_than_units']);
  });

  it('are counted all by a job, since checks of a large batch count seldom', async () => {
    const batch = await addBatch({ units_made: 2 });
    await issue(batch.id, 4);
    await call(admin, 'release-batch', { batchId: batch.id });
    const countAll = async (checked: number) => {
      await shop.database.query({
        text: `update public.unit_codes set first_checked_at = now() where id in
          (select id from public.unit_codes where batch_id = $1 order by id limit $2)`,
        values: [batch.id, checked],
      });
      await shop.database.query({ text: 'select private.find_more_checks_than_units()' });
      return alerts();
    };
    expect(await countAll(2)).toEqual([]);
    expect(await countAll(3)).toEqual(['more_checks_than_units']);
    await shop.database.query({ text: `update public.code_alerts set state = 'closed'` });
    expect(await countAll(4)).toEqual(['more_checks_than_units']);
  });

  it('tell the owner of a run of neighboring unknown codes', async () => {
    for (const code of ['SH7001', 'SH7001', 'SH7002', 'SH7003', 'SH7004', 'ZZ1']) {
      expect(await check(code)).toEqual({ outcome: 'unknown' });
    }
    expect(await alerts()).toEqual([]);
    await check('SH7005');
    expect(await alerts()).toEqual(['unknown_codes']);
  });

  it('stay what they are however often they are checked', async () => {
    const { batch, code } = await releasedUnit();
    await check(code);
    const answers = await Promise.all(Array.from({ length: 300 }, () => check(code)));
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['again']));
    expect(await check(code)).toMatchObject({ outcome: 'again', checkedBefore: 301 });
    for (const spelled of [batch.code, `${batch.code}\u200b`, ` ${batch.code}\u00a0`]) {
      expect(await check(spelled)).toMatchObject({ outcome: 'batch' });
    }
    expect(await check(`\ufeff${code}`)).toMatchObject({ outcome: 'again' });
  });
});

describe.each(testDatabases)('unit codes whose key is missing on $name', (testDatabase) => {
  it('are never called unknown, while codes of batches are', async () => {
    const shop = await openShop(testDatabase, { seeded: true });
    try {
      const db = createKysely<DB>(shop.database);
      let at = Date.now();
      const now = () => new Date(at);
      const checkWith = (secrets: string) => {
        const context = { db, keys: deriveKeys(secrets), limits: null, now };
        const checkCode = createCodeChecker(context);
        return (code: string) =>
          checkCode(code, { address: '198.51.100.1', userAgent: '', country: null });
      };
      const unknown = { outcome: 'unknown' };
      // A key that has only signed passports leaves no jar behind.
      const keys = deriveKeys('the lost secret');
      await recordKey(db, keys[0]);
      const check = checkWith('another secret');
      expect(await check('00000000000')).toEqual(unknown);

      // Then another process, which has that key, issues codes.
      const { rows } = await shop.database.query<{ id: string }>({
        text: `insert into public.batches (code, product_id)
          select 'LOST-1', id from public.products limit 1 returning id`,
      });
      const issued = await issueCodes(
        { db, keys },
        { batchId: rows[0]?.id ?? '', count: 1, by: null },
      );
      const code = issued.kind === 'issued' ? (issued.codes[0] ?? '') : '';
      at += 60_000;
      for (const each of [code, '00000000000']) expect(await check(each)).toBe('unreadable');
      expect(await check('LOST-2')).toEqual(unknown);
      const slip = [...unitAlphabet].map((letter) => code.slice(0, -1) + letter);
      const wrong = slip.find((each) => each !== code) ?? '';
      expect(await check(wrong)).toEqual({ outcome: 'malformed' });
      const whole = checkWith('another secret, the lost secret');
      expect(await whole(code)).toMatchObject({ outcome: 'not_released', batch: 'LOST-1' });
      expect(await whole('00000000000')).toEqual(unknown);
    } finally {
      await shop.close();
    }
  });
});

describe.each(testDatabases)('a sweep of unit codes on $name', (testDatabase) => {
  it('finds nothing, changes no count, and raises one alert', async () => {
    const shop = await openShop(testDatabase, { checkLimits: createCheckLimits(null) });
    try {
      const admin = await shop.createAdmin();
      const pace = Array.from({ length: 260 }, async (_, index) => {
        const client = shop.visitor(`203.0.${index}.7`);
        const code = `${String(index).padStart(10, '0')}`;
        const whole = [...unitAlphabet].map((letter) => code + letter).find(hasValidCheckCharacter);
        return client.functions.invoke('check-code', { body: { code: whole } });
      });
      const answers = await Promise.all(pace);
      expect(new Set(answers.map(({ data }) => JSON.stringify(data)))).toEqual(
        new Set(['{"outcome":"unknown"}']),
      );
      const { data } = await admin.from('code_alerts').select('kind, state');
      expect(data).toEqual([{ kind: 'unknown_codes', state: 'open' }]);
    } finally {
      await shop.close();
    }
  });
});
