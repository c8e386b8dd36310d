import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgres } from '@liv-fit/backend/postgres';
import { startPostgres } from '@liv-fit/backend/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { chromium } from 'playwright';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { batchCodeOf, fillOrdersOf, fillUnits, unitsOfBatch } from './fill-units.ts';
import { type Load, measureScript } from './measure-load.ts';

const account = { email: 'owner@livfit.example', password: 'spruce-and-slate' };
const connections = 50;
const recalledOrders = 20_000;
const printedLabels = 1_000;
/** How many times 10,000 codes are issued; first, each code is checked once. */
const issues = 6;

export interface ChecksAim {
  what: string;
  aim: number;
  unit: string;
  measured: number;
}

/** Fills a database that contains only the schema. */
async function fillForChecks(url: string, units: number): Promise<void> {
  const database = openPostgres({ connectionString: url, answerTimeout: 0 });
  try {
    await fillUnits(database, units);
    await fillOrdersOf(database, batchCodeOf(1), recalledOrders);
  } finally {
    await database.close();
  }
}

const startShop = (url: string, dataDir: string) =>
  startShopProcess({
    dataDir,
    env: {
      DATABASE_URL: url,
      // Each check comes from a different IP address, as real ones do.
      TRUST_PROXY: '1',
      AUTHENTICITY_SECRET: 'the secret of a shop that is measured',
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      LOG_LEVEL: 'warn',
    },
  });

/** Migrates a database, adds the demo's products, and fills it. */
export async function prepareForChecks(url: string, units: number): Promise<void> {
  const directory = await temporaryDirectory();
  const shop = await startShop(url, directory.path);
  await shop.stop();
  await directory.remove();
  await fillForChecks(url, units);
}

/**
 * Measures code checks with many units on a PostgreSQL with fsync, with the shop's limits on, and
 * also issuing, printing and recalling. `filled`: a database that {@link prepareForChecks} has
 * filled.
 */
export async function measureChecks(
  say: (line?: string) => void,
  { units, seconds, filled }: { units: number; seconds: number; filled: string | undefined },
): Promise<ChecksAim[]> {
  const postgres = filled ? null : await startPostgres({ durable: true });
  const directory = await temporaryDirectory();
  try {
    const url = filled ?? (await (postgres as NonNullable<typeof postgres>).newDatabase());
    if (!filled) await prepareForChecks(url, units);
    const shop = await startShop(url, directory.path);
    try {
      return await measure(shop, say, seconds);
    } finally {
      await shop.stop();
    }
  } finally {
    await postgres?.stop();
    await directory.remove();
  }
}

async function measure(
  shop: ShopProcess,
  say: (line?: string) => void,
  seconds: number,
): Promise<ChecksAim[]> {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const admin = createClient(shop.origin, publishableKey, { auth: { autoRefreshToken: false } });
  const { data, error } = await admin.auth.signInWithPassword(account);
  if (error) throw error;
  const batchIds = await idsOf(
    admin,
    Array.from({ length: issues }, (_, n) => batchCodeOf(n + 1)),
  );

  const issuing: number[] = [];
  const codes: string[] = [];
  for (const batchId of batchIds) {
    const began = performance.now();
    const issued = await call(admin, 'issue-codes', { batchId, count: unitsOfBatch });
    issuing.push(performance.now() - began);
    codes.push(...(issued.codes as string[]));
  }
  const previewing: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    const { orders } = await call(admin, 'preview-recall', { batchIds: batchIds.slice(0, 1) });
    previewing.push(performance.now() - began);
    if (orders !== recalledOrders) throw new Error(`${orders} orders would be recalled.`);
  }
  const printing = await measureLabels(
    shop.origin,
    batchIds[1] ?? '',
    JSON.stringify(data.session),
  );

  const load = (codesToAsk: readonly string[]) =>
    checkFor(shop.origin, publishableKey, codesToAsk, seconds);
  const batchCodes = Array.from({ length: 500 }, (_, n) => batchCodeOf(n + 1));
  // Some of the codes are reserved for the mix.
  const forMix = codes.splice(0, codes.length / 3);
  await load(batchCodes);
  const loads: [string, Load][] = [
    ['a unit, for the first time', await load(codes)],
    ['a unit that was checked before', await load(codes.slice(0, 2_000))],
    ['a batch', await load(batchCodes)],
    [
      'six first checks, two of checked units and two of batches in turn',
      await load(mixOf(forMix, codes, batchCodes)),
    ],
  ];
  say(`| ${connections} connections ask for | checks/s | p50 ms | p95 ms | p99 ms | errors |`);
  say('|---|---:|---:|---:|---:|---:|');
  for (const [name, { rate, p50, p95, p99, errors }] of loads) {
    const cells = [name, Math.round(rate), p50.toFixed(1), p95.toFixed(1), p99.toFixed(1), errors];
    say(`| ${cells.join(' | ')} |`);
  }
  const { count } = await admin
    .from('code_checks')
    .select('id', { count: 'estimated', head: true });
  const p95 = Math.max(...loads.map(([, { p95, errors }]) => (errors ? Number.NaN : p95)));
  say();
  say(`${count?.toLocaleString('en-US')} checks are kept.`);
  return [
    { what: 'the slowest of these, p95', aim: 50, unit: 'ms', measured: p95 },
    { what: '10,000 codes issued', aim: 5_000, unit: 'ms', measured: Math.max(...issuing) },
    { what: `sheet of ${printedLabels} labels open`, aim: 3_000, unit: 'ms', measured: printing },
    {
      what: `recall of ${recalledOrders} orders previewed`,
      aim: 2_000,
      unit: 'ms',
      measured: Math.max(...previewing),
    },
  ];
}

async function idsOf(admin: SupabaseClient, codes: readonly string[]): Promise<string[]> {
  const { data, error } = await admin.from('batches').select('id, code').in('code', codes);
  if (error) throw error;
  return codes.map((code) => data.find((batch) => batch.code === code)?.id);
}

async function call(admin: SupabaseClient, name: string, body: object) {
  const { data, error } = await admin.functions.invoke(name, { body });
  if (error) throw new Error(`${name}: ${await (error.context as Response).text()}`);
  return data;
}

const mixOf = (fresh: readonly string[], known: readonly string[], batches: readonly string[]) =>
  fresh.flatMap((code, index) => [
    code,
    ...(index % 3 === 0 ? [known[index % 2_000] ?? ''] : []),
    ...(index % 3 === 1 ? [batches[index % batches.length] ?? ''] : []),
  ]);

/** Checks one code after another, each as a visitor from a different network. */
async function checkFor(
  origin: string,
  publishableKey: string,
  codes: readonly string[],
  seconds: number,
): Promise<Load> {
  const folder = await mkdtemp(path.join(tmpdir(), 'codes-'));
  try {
    const list = path.join(folder, 'codes');
    await writeFile(list, codes.join('\n'));
    return await measureScript(
      `${origin}/functions/v1/check-code`,
      connections,
      seconds,
      `local codes, asked = {}, 0
      for line in io.lines(${JSON.stringify(list)}) do codes[#codes + 1] = line end
      function request()
        asked = asked + 1
        local address = math.random(1, 220) .. "." .. math.random(0, 255) .. "." ..
          math.random(0, 255) .. "." .. math.random(1, 254)
        return wrk.format("POST", nil, {
          ["apikey"] = ${JSON.stringify(publishableKey)},
          ["content-type"] = "application/json",
          ["x-forwarded-for"] = address,
          ["user-agent"] = "a browser",
        }, '{"code":"' .. codes[1 + (asked - 1) % #codes] .. '"}')
      end`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** From the press to the print dialog, with a code and its QR code on every label. */
async function measureLabels(origin: string, batchId: string, session: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.addInitScript((kept) => {
      localStorage.setItem('sb-127-auth-token', kept);
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    }, session);
    await page.goto(`${origin}/admin/batches/${batchId}/codes`);
    await page.getByLabel('How many').fill(String(printedLabels));
    await page.getByRole('button', { name: 'Issue codes', exact: true }).click();
    const print = page.getByRole('button', { name: /^Print [\d,]+ labels$/ });
    await print.waitFor();
    const began = performance.now();
    await print.click();
    await page.locator('html[data-printed]').waitFor({ timeout: 60_000 });
    const took = performance.now() - began;
    await page.emulateMedia({ media: 'print' });
    const drawn = await page.locator('.unit-label path').count();
    if (drawn !== printedLabels) throw new Error(`${drawn} labels were drawn.`);
    return took;
  } finally {
    await browser.close();
  }
}
