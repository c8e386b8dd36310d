import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ServerType, serve } from '@hono/node-server';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductProof } from '#domain/product-proof.ts';
import type { DB } from '#server/orders/tables.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import type { AuthenticityContext } from './authenticity.ts';
import { authenticityRoutes } from './authenticity-routes.ts';
import { deriveKeys, sha256 } from './authenticity-secrets.ts';
import { correctBatch, releaseBatch } from './change-batch.ts';
import { publishAllDue, readPassport } from './publish-passport.ts';
import { announceRecall } from './recalls/announce-recall.ts';
import { canonicalForm } from './sign.ts';
import { readLog } from './transparency-log.ts';

const script = fileURLToPath(new URL('../../docs/check-passports.mjs', import.meta.url));
const file = Buffer.from('%PDF-1.4 what the laboratory found');
const secret = 'a secret of this test, long enough to be one';
const needed = [
  'lead',
  'arsenic',
  'cadmium',
  'mercury',
  'total aerobic count',
  'yeast and mold',
  'E. coli',
  'Salmonella',
];

let database: Database;
let context: AuthenticityContext;
let server: ServerType;
let origin: string;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'seen-'));
  database = await openMigratedPglite();
  context = {
    db: createKysely<DB>(database),
    keys: deriveKeys(secret),
    files: {
      read: async () => new Response(file, { headers: { 'content-type': 'application/pdf' } }),
      write: async () => {},
    },
    limits: null,
    knowsCountry: false,
    now: () => new Date(),
  };
  await sql(
    `insert into public.products (id, name, price) values ('a0000000-0000-4000-8000-000000000001', 'Resin', 1)`,
  );
  await new Promise<void>((resolve) => {
    server = serve(
      { fetch: authenticityRoutes(context).fetch, port: 0, hostname: '127.0.0.1' },
      ({ port }) => {
        origin = `http://127.0.0.1:${port}`;
        resolve();
      },
    );
  });
  for (const code of ['LOT-1', 'LOT-2']) {
    expect(await releaseBatch(context, await draft(code), null)).toMatchObject({ kind: 'changed' });
  }
});
afterAll(async () => {
  server?.close();
  await database?.close();
  await rm(directory, { recursive: true });
});

const sql = (text: string) => database.query({ text });

async function draft(code: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>({
    text: `insert into public.batches (code, product_id, made_on, best_before, units_made, origin)
      values ($1, 'a0000000-0000-4000-8000-000000000001', '2026-01-02', '2030-01-02', 400, 'Spiti') returning id`,
    values: [code],
  });
  const id = rows[0]?.id ?? '';
  await database.query({
    text: `insert into public.batch_results (batch_id, analyte, panel, value, unit, limit_value)
      select $1, analyte, 'other', 0.1, 'x', 2 from unnest($2::text[]) as analyte`,
    values: [id, needed],
  });
  await database.query({
    text: `insert into public.batch_documents (batch_id, path, sha256) values ($1, 'coa.pdf', $2)`,
    values: [id, createHash('sha256').update(file).digest('hex')],
  });
  return id;
}

/** Runs the script from docs/; each test has its own memory of the head by default. */
async function check(seen: string = randomUUID(), from = origin): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, from], {
      env: { SEEN_HEAD: path.join(directory, seen) },
    });
    return stdout.trim();
  } catch (error) {
    return (error as { stderr: string }).stderr.trim();
  }
}

/** Runs the script while `text` (SQL) has changed the log. */
async function whileLogIs(text: string, seen?: string): Promise<string> {
  await sql('create table kept as select * from public.transparency_log');
  await sql('alter table public.transparency_log disable trigger all');
  for (const statement of text.split(';')) await sql(statement);
  const said = await check(seen);
  await sql('delete from public.transparency_log');
  await sql('insert into public.transparency_log select * from kept');
  await sql('alter table public.transparency_log enable trigger all');
  await sql('drop table kept');
  return said;
}

describe('the script that checks passports', () => {
  it('finds everything genuine as it was published', async () => {
    expect(await check()).toBe(
      'LOT-1: genuine, entry 1 of the log\nLOT-2: genuine, entry 2 of the log',
    );
  });

  it.each([
    [
      `update public.batch_results set value = 0.05 where analyte = 'lead'`,
      `update public.batch_results set value = 0.1`,
    ],
    [
      `update public.batch_results set limit_value = 3 where analyte = 'lead'`,
      `update public.batch_results set limit_value = 2`,
    ],
    [
      `update public.batch_results set analyte = 'tin' where analyte = 'lead'`,
      `update public.batch_results set analyte = 'lead' where analyte = 'tin'`,
    ],
    [
      `update public.batches set origin = 'Elsewhere'`,
      `update public.batches set origin = 'Spiti'`,
    ],
    [
      `update public.batch_documents set laboratory = 'Another'`,
      `update public.batch_documents set laboratory = null`,
    ],
    [
      `update public.batch_passports set body = replace(body, 'Resin', 'Gold')`,
      `update public.batch_passports set body = replace(body, 'Gold', 'Resin')`,
    ],
  ])('finds a passport that was changed by hand: %s', async (change, undo) => {
    await sql(change);
    const said = await check();
    const told = await sql(`delete from public.code_alerts returning kind`);
    await sql(undo);
    expect(said).toBe('LOT-1: the signature does not fit.');
    expect(told.rows).toEqual([{ kind: 'passport_changed' }]);
    expect(await check()).toContain('LOT-1: genuine');
  });

  it('finds an entry that was changed, removed, moved or cut off', async () => {
    await check('known.json');
    expect(await whileLogIs(`update public.transparency_log set revision = 2 where seq = 1`)).toBe(
      'The log is broken at entry 2.',
    );
    expect(await whileLogIs(`delete from public.transparency_log where seq = 1`)).toBe(
      'The log is broken at entry 1.',
    );
    const swap = `update public.transparency_log set seq = 13 - seq;
      update public.transparency_log set seq = seq - 10`;
    expect(await whileLogIs(swap)).toBe('The log is broken at entry 1.');
    const cut = 'delete from public.transparency_log where seq = 2';
    // A reader who never saw the whole log can't notice that its end is missing.
    expect(await whileLogIs(cut)).toBe('LOT-1: genuine, entry 1 of the log');
    expect(await whileLogIs(cut, 'known.json')).toBe(
      'The log does not continue the one that was seen last.',
    );
  });

  it('detects a log rewritten without the key, even if every hash is right', async () => {
    const { entries } = await readLog(context.db);
    const forged = entries.map((entry) => ({ ...entry, revision: entry.revision + 1 }));
    const hashes: string[] = [];
    for (const entry of forged) {
      entry.previous = hashes.at(-1) ?? '0'.repeat(64);
      hashes.push(sha256(canonicalForm(entry)));
    }
    const rows = forged.map(
      ({ seq, previous }, n) =>
        `update public.transparency_log set revision = revision + 1, sha256 = '${hashes[n]}',
          previous_sha256 = '${previous}' where seq = ${seq}`,
    );
    expect(await whileLogIs(rows.join(';'))).toBe("The log's head does not fit the log.");
  });

  it('finds a head that nobody signed', async () => {
    expect(
      await whileLogIs(`update public.transparency_log set head_signature =
        (select head_signature from public.transparency_log where seq = 1) where seq = 2`),
    ).toBe("The log's head does not fit the log.");
  });

  it('finds the newest passport only, after a correction that says what changed', async () => {
    const { rows } = await database.query<{ id: string }>({
      text: `select id from public.batches where code = 'LOT-2'`,
    });
    const id = rows[0]?.id ?? '';
    const correction = { reason: 'A misprint.', batch: { origin: 'Pin' } };
    expect(await correctBatch(context, id, correction, null)).toMatchObject({
      passport: { revision: 2 },
    });
    expect(await correctBatch(context, id, correction, null)).toEqual({
      kind: 'nothing_to_correct',
    });
    const found = await readPassport(context, 'LOT-2');
    expect(found?.intact).toBe(true);
    expect(found?.passport.corrections).toEqual([
      { at: expect.any(String), reason: 'A misprint.', changes: ['Origin: Spiti → Pin'] },
    ]);
    expect(await check('known.json')).toContain('LOT-2: genuine, entry 3 of the log');
    const broken = {
      reason: 'Worse.',
      results: needed.map((analyte) => ({
        analyte,
        panel: 'other',
        value: 9,
        qualifier: '=',
        unit: 'x',
        limitValue: 2,
        limitSource: null,
        method: null,
      })),
    };
    expect(await correctBatch(context, id, broken, null)).toMatchObject({ kind: 'not_releasable' });
    const laxer = {
      reason: 'Looser.',
      results: broken.results.map((result) =>
        result.analyte === 'lead'
          ? { ...result, value: 1, unit: 'ppm', limitValue: 50 }
          : { ...result, value: 1 },
      ),
    };
    expect(await correctBatch(context, id, laxer, null)).toEqual({
      kind: 'not_releasable',
      problems: ['lead: the limit is less strict than the default.'],
    });
    expect((await readPassport(context, 'LOT-2'))?.intact).toBe(true);
  });

  it('finds what was released without a function, once the job has signed it', async () => {
    const id = await draft('LOT-3');
    await sql(`update public.batches set status = 'released' where id = '${id}'`);
    await publishAllDue(context);
    await publishAllDue(context);
    expect(await check()).toContain('LOT-3: genuine, entry 4 of the log');
    await sql(`update public.batches set status = 'blocked' where id = '${id}'`);
    expect(await check()).toContain('LOT-3: not published any more');
    await sql(`update public.batches set status = 'released' where id = '${id}'`);
    await publishAllDue(context);
    expect(await check()).toContain('LOT-3: genuine, entry 5 of the log');
  });

  it('finds a recall, which the passport tells', async () => {
    const { rows } = await database.query<{ id: string }>({
      text: `with recall as (
          insert into public.recalls (reason, instructions) values ('Too much lead.', 'Send it back.') returning id
        )
        insert into public.recall_batches (recall_id, batch_id)
        select recall.id, batch.id from recall, public.batches as batch where batch.code = 'LOT-1'
        returning recall_id as id`,
    });
    expect(await announceRecall(context, rows[0]?.id ?? '', null)).toEqual({ kind: 'announced' });
    const found = await readPassport(context, 'LOT-1');
    expect(found?.passport).toMatchObject({
      status: 'recalled',
      recall: { reason: 'Too much lead.', instructions: 'Send it back.' },
    });
    expect(await check()).toContain('LOT-1: genuine, entry 6 of the log');
  });
});

describe('another secret in front of the first', () => {
  const rotated = deriveKeys(`another secret that is long enough as well,${secret}`);

  it('is rejected by readers who know the first key unless that key vouches for it', async () => {
    const mirror = serve({
      fetch: async (request) => {
        const { pathname } = new URL(request.url);
        if (!pathname.endsWith('-keys.json')) return fetch(origin + pathname);
        const keys = rotated.map(({ publicKey }) => publicKey);
        return Response.json({ keys });
      },
      port: 0,
      hostname: '127.0.0.1',
    });
    await new Promise((resolve) => mirror.once('listening', resolve));
    const { port } = mirror.address() as AddressInfo;
    const from = `http://127.0.0.1:${port}`;
    expect(await check('forged.json')).toContain('LOT-2: genuine');
    expect(await check('forged.json', from)).toBe(
      `No key that was seen last vouches for the key ${rotated[0].id}. Ask the shop.`,
    );
    mirror.close();
  });

  it('keeps publishing the first key, which vouches for the new one', async () => {
    expect(rotated[1]?.publicKey).toEqual(context.keys[0].publicKey);
    expect(rotated[0].id).not.toBe(context.keys[0].id);
    await check('rotated.json');
    const first = context.keys;
    context.keys = rotated;
    expect(await check('rotated.json')).toContain('LOT-2: genuine');
    const { rows } = await database.query<{ id: string }>({
      text: `select id from public.batches where code = 'LOT-2'`,
    });
    const correction = { reason: 'Told better.', batch: { origin: 'Pin Valley' } };
    expect(await correctBatch(context, rows[0]?.id ?? '', correction, null)).toMatchObject({
      kind: 'changed',
    });
    // Once you have seen the new key, you no longer need the first one; the same goes for a first
    // visit today.
    for (const seen of ['rotated.json', randomUUID()]) {
      expect(await check(seen)).toContain('LOT-2: genuine');
    }
    context.keys = first;
  });
});

describe('what the page of a product says', () => {
  const read = async () => {
    const answer = await fetch(
      `${origin}/products/a0000000-0000-4000-8000-000000000001/batches.json`,
    );
    return (await answer.json()) as ProductProof;
  };

  it('is the batch released last, and each batch under recall with what to do', async () => {
    const { newest, recalls } = await read();
    expect(newest).toMatchObject({ code: 'LOT-3', laboratory: null });
    expect(newest?.results).toHaveLength(needed.length);
    expect(newest?.results[0]).toMatchObject({ value: 0.1, qualifier: '=', unit: 'x', limit: 2 });
    expect(recalls).toEqual([
      {
        codes: ['LOT-1'],
        announced: {
          id: expect.any(String),
          at: expect.any(String),
          reason: 'Too much lead.',
          instructions: 'Send it back.',
        },
      },
    ]);
  });

  it('leaves out drafts, what is past its date, and recalls of long ago', async () => {
    await draft('LOT-4');
    await sql(`update public.batches set best_before = '2026-01-03' where code = 'LOT-3'`);
    expect((await read()).newest?.code).toBe('LOT-2');
    await sql(`update public.batches set best_before = '2026-01-03' where code = 'LOT-1'`);
    expect((await read()).recalls).toHaveLength(1);
    await sql(`update public.recalls set announced_at = now() - interval '366 days'`);
    expect((await read()).recalls).toEqual([]);
  });

  it('is nothing for what is no product', async () => {
    const answer = await fetch(`${origin}/products/none/batches.json`);
    expect(await answer.json()).toEqual({ newest: null, recalls: [] });
  });
});
