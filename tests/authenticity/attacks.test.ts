import { createHmac, hkdfSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { completeUnitCode, unitAlphabet } from '#domain/unit-code.ts';
import { createRandom } from '#tests/money/proofs/random.ts';
import { type Batch, eachOf, openStage, type Stage } from './open-stage.ts';
import { patience, seed, size, tell } from './size.ts';

/** How many checks one network may make per minute. */
const aMinutesChecks = 20;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, patience);
afterAll(() => stage?.close());
beforeEach(() => stage.rows('delete from public.code_alerts returning id'));

const random = createRandom(seed);
const guess = () =>
  completeUnitCode(Array.from({ length: 10 }, () => random.pick([...unitAlphabet])).join(''));
/** Each in a different range of networks. */
const pathOfChange = (n: number) => `${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`;
const alerts = () =>
  stage.rows<{ kind: string; state: string }>('select kind, state from public.code_alerts');
const part = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);

describe(`guesses from everywhere (seed ${seed})`, () => {
  it(`${size.addresses * size.guessesEach} of ${size.addresses} addresses find nothing, and hold nobody up who has a jar`, {
    timeout: patience,
  }, async () => {
    const batch = await stage.addBatch('SWEPT-1', 3_000);
    const passport = async () => (await fetch(`${stage.origin}/batch/SWEPT-1.json`)).text();
    const published = await passport();

    const outcomes: Record<string, number> = {};
    const unknown: number[] = [];
    const genuine: { outcome: string; ms: number }[] = [];
    const over = new AbortController();
    const holders = (async () => {
      // Every owner of a jar checks it once, from home; some type the batch's code.
      for (let n = 0; !over.signal.aborted && n < batch.codes.length; n += 1) {
        const code = n % 5 === 4 ? batch.code : (batch.codes[n] ?? '');
        const { answer, ms } = await stage.check(code, `203.${n >> 8}.${n & 255}.7`);
        genuine.push({ outcome: answer.outcome, ms });
        await sleep(100);
      }
    })();

    // As many as the limits allow, minute by minute; a check before the minute is over would be
    // refused.
    const addresses = Array.from({ length: size.addresses }, (_, n) => pathOfChange(n));
    for (let made = 0; made < size.guessesEach; made += aMinutesChecks) {
      const minute = performance.now();
      const each = Math.min(aMinutesChecks, size.guessesEach - made);
      await eachOf(addresses, 300, async (address) => {
        for (let n = 0; n < each; n += 1) {
          const { answer, status, ms } = await stage.check(guess(), address);
          const outcome = status === 200 ? answer.outcome : String(status);
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          if (status === 200) unknown.push(ms);
        }
      });
      const left = 61_000 - (performance.now() - minute);
      if (made + each < size.guessesEach && left > 0) await sleep(left);
    }
    over.abort();
    await holders;

    const sorted = unknown.toSorted((a, b) => a - b);
    const waited = genuine.map(({ ms }) => ms).toSorted((a, b) => a - b);
    tell('sweep', {
      seed,
      outcomes,
      unknownMs: { p50: part(sorted, 0.5), p95: part(sorted, 0.95) },
      genuine: genuine.length,
      genuineMs: { p50: part(waited, 0.5), p95: part(waited, 0.95) },
    });
    const { unknown: lookedUp = 0, 429: refused = 0, ...found } = outcomes;
    expect(found).toEqual({});
    expect(lookedUp + refused).toBe(size.addresses * size.guessesEach);
    expect(lookedUp).toBeGreaterThan(refused);
    const wrong = genuine.filter(({ outcome }, n) => outcome !== (n % 5 === 4 ? 'batch' : 'first'));
    expect(wrong).toEqual([]);
    expect(genuine.length).toBeGreaterThan(5);
    // The surge slows down only checks of unknown codes.
    expect(part(sorted, 0.95)).toBeGreaterThan(1_000);
    expect(part(waited, 0.5)).toBeLessThan(1_000);
    const firsts = genuine.filter(({ outcome }) => outcome === 'first').length;
    expect(
      await stage.rows(`select sum(check_count)::int as checks, count(first_checked_at)::int as firsts,
        count(*) filter (where status <> 'issued')::int as void from public.unit_codes`),
    ).toEqual([{ checks: firsts, firsts, void: 0 }]);
    expect(await passport()).toBe(published);
    expect(await alerts()).toEqual([{ kind: 'unknown_codes', state: 'open' }]);

    // Whoever continues is refused before the code is looked up.
    const [address = ''] = addresses;
    for (let n = 0; n <= aMinutesChecks; n += 1) await stage.check(guess(), address);
    expect((await stage.check(batch.codes.at(-1) ?? '', address)).status).toBe(429);
  });
});

describe('one jar, checked from everywhere', () => {
  /** What no screen may say about it. */
  const otherVerdicts =
    /data-state="(?!unit|valid)|data-outcome="(?!again)|Recalled: please|Past its best-before|We withdrew this code|is not released|We have no jar|was not found in our database|seems to be mistyped/i;

  it(`stays what it is over ${size.checksOfOne} checks, on every screen`, {
    timeout: patience,
  }, async () => {
    const batch = await stage.addBatch('POISON-1', 2);
    const [unit = ''] = batch.codes;
    const first = await stage.check(unit, '192.0.2.1');
    const answers: string[] = [];
    const moments = new Set<string | undefined>();
    const checks = Array.from({ length: size.checksOfOne - 1 }, (_, n) => n);
    await eachOf(checks, 40, async (n) => {
      const address = pathOfChange(70_000 + n);
      const { answer, status } = await stage.check(unit, address, `browser ${n % 50}`);
      answers.push(status === 200 ? answer.outcome : String(status));
      moments.add(answer.firstCheckedAt);
    });
    expect(first.answer).toMatchObject({ outcome: 'first', checkedBefore: 0 });
    expect(new Set(answers)).toEqual(new Set(['again']));
    expect(answers).toHaveLength(size.checksOfOne - 1);
    expect([...moments]).toEqual([first.answer.firstCheckedAt]);

    const page = await stage.checkByPage(unit, '192.0.2.2');
    expect(page).toContain('data-outcome="again"');
    expect(page).toContain('We made a jar with this code');
    const screens = [
      page,
      await stage.checkByPage(batch.code, '192.0.2.3'),
      await (await fetch(`${stage.origin}/u/${unit}`)).text(),
      await (await fetch(`${stage.origin}/batch/${batch.code}`)).text(),
    ];
    for (const screen of screens) expect(screen).not.toMatch(otherVerdicts);
    expect(screens[1]).toContain('This is an authentic');
    expect(await (await fetch(`${stage.origin}/batch/${batch.code}.json`)).json()).toMatchObject({
      status: 'released',
    });
    // The owner is asked to look once, and decides.
    const { data } = await stage.admin
      .from('unit_codes')
      .select('status, check_count')
      .eq('batch_id', batch.id)
      .order('id');
    expect(data).toEqual([
      { status: 'issued', check_count: size.checksOfOne + 1 },
      { status: 'issued', check_count: 0 },
    ]);
    expect(await alerts()).toEqual([{ kind: 'many_networks', state: 'open' }]);
    // The jar next to it is not affected.
    expect((await stage.check(batch.codes[1] ?? '', '192.0.2.4')).answer.outcome).toBe('first');
    tell('poison', { checks: size.checksOfOne, answers: 'one first, all others again' });
  });
});

describe('somebody who has the whole database', () => {
  let batch: Batch;
  let dump: string;

  beforeAll(async () => {
    batch = await stage.addBatch('DUMPED-1', 50);
    for (const [n, code] of batch.codes.slice(0, 5).entries()) {
      await stage.check(code, `192.0.3.${n}`);
    }
    const tables = await stage.rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const lines = await stage.rows<{ line: string }>(
        `select to_jsonb(line)::text as line from ${name} as line`,
      );
      texts.push(...lines.map(({ line }) => line));
    }
    dump = texts.join('\n');
  }, patience);

  /**
   * Whether one of these texts, used as a secret or key in any encoding, distinguishes unit codes
   * from other codes.
   */
  function recognizes(texts: Iterable<string>): boolean {
    const [code = ''] = batch.codes;
    const kept = new Set(dump.match(/[\w+/-]{43,64}/g));
    for (const text of texts) {
      const spelled = [
        Buffer.from(text),
        Buffer.from(text, 'hex'),
        Buffer.from(text, 'base64url'),
      ].filter(({ length }) => length >= 8);
      for (const bytes of spelled) {
        const derived = Buffer.from(
          hkdfSync('sha256', bytes, 'liv-fit-authenticity', 'unit codes', 32),
        );
        for (const key of [bytes, derived]) {
          const digest = createHmac('sha256', key).update(code).digest();
          const spellings = (['base64url', 'base64', 'hex'] as const).map((encoding) =>
            digest.toString(encoding).replace(/=+$/, ''),
          );
          if (spellings.some((spelling) => kept.has(spelling))) return true;
        }
      }
    }
    return false;
  }

  it('finds no code in it, and nothing with which one could be computed or recognized', async () => {
    expect(dump).toContain('DUMPED-1');
    for (const code of batch.codes) {
      expect(dump.toUpperCase()).not.toContain(code.slice(0, 10));
    }
    const texts = new Set(dump.match(/[\w+/=.-]{8,}/g));
    for (const [text] of dump.matchAll(/"((?:[^"\\]|\\.){8,200})"/g)) texts.add(text.slice(1, -1));
    tell('dump', { characters: dump.length, triedAsKeys: texts.size });
    expect(texts.size).toBeGreaterThan(500);
    expect(recognizes(texts)).toBe(false);
    // The file that backups store separately does.
    const folder = path.join(stage.dataDir, 'secrets');
    const secrets = await Promise.all(
      (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    for (const secret of secrets) expect(dump).not.toContain(secret.trim());
    expect(recognizes(secrets.map((secret) => secret.trim()))).toBe(true);
  });
});
