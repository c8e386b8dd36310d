import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoDirectory } from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  type TemporaryDirectory,
} from '#tests/fixtures/shop-process.ts';

/** To try all ten thousand: `SWEEP=10000 vitest run tests/lifecycle/sweep.test.ts`. */
const size = Number(process.env.SWEEP ?? 300);
/** What the limit lets through in the two minutes that the sweep takes at most. */
const allowed = 40;
/** Sent at once, because refusals are slow and a sweep need not wait for them. */
const atOnce = 20;

let directory: TemporaryDirectory;
let shop: ShopProcess;
let key: string;

beforeAll(async () => {
  directory = await demoDirectory();
  shop = await startShopProcess({ dataDir: directory.path, env: { LOG_LEVEL: 'fatal' } });
  key = (await (await fetch(`${shop.origin}/config.json`)).json()).publishableKey;
});
afterAll(async () => {
  await shop.stop();
  await directory.remove();
});

/** Alternates between printed, lowercase and hyphenated codes; each lookup matches two spellings. */
const codeOf = (index: number) =>
  `${['SH', 'sh', 'sh-'][index % 3]}${String(index).padStart(4, '0')}`;

/** What one lookup read: rows, or null if it was refused. */
const throughTable = async (code: string) => {
  const answer = await fetch(`${shop.origin}/rest/v1/validity_codes?select=code`, {
    headers: { apikey: key, 'x-lookup-key': code },
  });
  if (answer.status === 429) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await answer.body?.cancel();
    return null;
  }
  expect(answer.status).toBe(200);
  return (await answer.json()) as unknown[];
};

const throughPage = async (code: string) => {
  const answer = await fetch(`${shop.origin}/validity`, {
    method: 'POST',
    body: new URLSearchParams({ code }),
  });
  return answer.text();
};

it(`stops a sweep of ${size} codes from one address, by the table and by the page`, async () => {
  const codes = Array.from({ length: size }, (_, index) => codeOf(index));
  const answers = [];
  for (let from = 0; from < size; from += atOnce) {
    answers.push(...(await Promise.all(codes.slice(from, from + atOnce).map(throughTable))));
  }
  const answered = answers.filter((rows) => rows !== null);
  expect(answers.slice(0, 20)).not.toContain(null);
  expect(answered.length).toBeLessThanOrEqual(allowed);
  expect(answered.flat()).toEqual([]);

  // The page does not answer the same IP address either, not even for a code that exists.
  const page = await throughPage('SH2041');
  expect(page).toContain('We could not check this code');
  expect(page).not.toContain('Congratulations');
});
