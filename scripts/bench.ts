/**
 * `npm run bench`: measures the built shop on each database against a bare Node server that sends
 * the same bytes from memory, in one run, since machines differ but ratios do not. Prints Markdown;
 * `--write` also writes it to docs/benchmarks.md. `--seconds N` per measurement (default 5). Other
 * measurements instead: `--grow` measures the cost of catalog size and order count, with `--rounds
 * N` calls of each kind (default 60); `--largest N` skips larger sizes (a million orders take about
 * ten minutes to fill). `--order-size` measures the disk space of a paid order, over `--orders N`
 * (default 500). `--purchases` measures how many orders fifty buyers pay for in `--seconds N`,
 * alternating with another built tree if `--against DIR` is given, `--pairs N` times (default 1).
 * `--checks` measures code checks with `--units N` (default ten million), on the DATABASE_URL that
 * the same command filled with `--fill-only`, or on its own database.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { startPostgres } from '@liv-fit/backend/testing';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { compareWithAims, everShop } from './bench/aims.ts';
import type { SameAnswer } from './bench/bare-server.ts';
import { type ChecksAim, measureChecks, prepareForChecks } from './bench/measure-checks.ts';
import { fullSizes, measureGrowth } from './bench/measure-growth.ts';
import { type Load, measureLoad } from './bench/measure-load.ts';
import { measureOrderSize } from './bench/measure-order-size.ts';
import { measurePurchases } from './bench/measure-purchases.ts';
import { measureScripts } from './bench/measure-scripts.ts';
import { residentMegabytes } from './bench/process-memory.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';
import { root, runStep } from './run-step.ts';

const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean' },
    seconds: { type: 'string', default: '5' },
    grow: { type: 'boolean' },
    rounds: { type: 'string', default: '60' },
    largest: { type: 'string', default: '1000000' },
    'order-size': { type: 'boolean' },
    orders: { type: 'string', default: '500' },
    purchases: { type: 'boolean' },
    against: { type: 'string' },
    pairs: { type: 'string', default: '1' },
    checks: { type: 'boolean' },
    units: { type: 'string', default: '10000000' },
    'fill-only': { type: 'boolean' },
  },
});
const seconds = Number(flags.seconds);

const pages = {
  home: '/',
  list: '/products',
  product: '/product/pure-himalayan-shilajit-resin',
  search: '/search?q=resin',
  blog: '/blog',
  rest: '/rest/v1/products?select=*&order=name',
};
const connectionCounts = [1, 10, 50];
/** Path under which the bare server sends pages uncompressed. */
const plainPrefix = '/plain';
/** Seconds of load, at 50 connections, before memory is measured. */
const memoryLoad = 60;

/** Measured figures that have a target, by name. */
const figures = new Map<string, number>();

const lines: string[] = [];
const say = (line = '') => {
  lines.push(line);
  console.log(line);
};

const missing = ensureSystemPackages(['chromium', 'postgresql', 'wrk']);
if (missing.length > 0) throw new Error(`The benchmark needs ${missing.join(', ')}.`);

if (!(await runStep('build', ['node', 'scripts/ensure-build.ts'])).passed) process.exit(1);

/** Each kind of run replaces its own section of the file. */
const report = path.join(root, 'docs/benchmarks.md');
const titles = [
  '## As a shop grows',
  '## What a paid order takes on disk',
  '## When fifty people buy at once',
  '## Purchases a second',
  '## Checks of codes',
] as const;
const [growthTitle, orderTitle, , purchasesTitle, checksTitle] = titles;
const writeReport = (title: string | null) => {
  if (!flags.write) return;
  const parts = readFileSync(report, 'utf8').split(
    /^(?=## (?:As a shop|What a paid order|When fifty|Purchases a|Checks of))/m,
  );
  const titleOf = (part: string) => titles.find((each) => part.startsWith(each)) ?? null;
  const former = (each: string | null) => parts.find((part) => titleOf(part) === each);
  const written = [null, ...titles].map((each) =>
    each === title ? lines.join('\n') : former(each),
  );
  writeFileSync(report, `${written.flatMap((part) => part?.trim() || []).join('\n\n')}\n`);
};

if (flags.grow) {
  say(growthTitle);
  say();
  say(
    'Made by `npm run bench -- --grow`: one visitor or owner, whose calls come one after another, and no',
  );
  say('cached pages. Flat is at most 1.5 times the smallest size, or under 50 ms.');
  const upTo = (sizes: readonly number[]) => sizes.filter((size) => size <= Number(flags.largest));
  const { products, orders } = fullSizes;
  await measureGrowth(say, Number(flags.rounds), {
    products: { PostgreSQL: upTo(products.PostgreSQL), PGlite: upTo(products.PGlite) },
    orders: { PostgreSQL: upTo(orders.PostgreSQL), PGlite: upTo(orders.PGlite) },
  });
  writeReport(growthTitle);
  process.exit(0);
}
if (flags.purchases) {
  say(purchasesTitle);
  say();
  say('Made by `npm run bench -- --purchases`: fifty pay by card again and again, on PostgreSQL.');
  say();
  await measurePurchases(say, { seconds, pairs: Number(flags.pairs), against: flags.against });
  writeReport(purchasesTitle);
  process.exit(0);
}
if (flags['order-size']) {
  say(orderTitle);
  say();
  say(`Made by \`npm run bench -- --order-size\`: ${flags.orders} orders paid for by card on`);
  say('PostgreSQL, with their events and emails, vacuumed as they come.');
  say();
  await measureOrderSize(say, Number(flags.orders));
  writeReport(orderTitle);
  process.exit(0);
}

if (flags.checks) {
  const units = Number(flags.units);
  const filled = process.env.DATABASE_URL;
  if (flags['fill-only']) {
    if (!filled) throw new Error('DATABASE_URL: the empty database to fill, as superuser');
    await prepareForChecks(filled, units);
    process.exit(0);
  }
  say(checksTitle);
  say();
  say(
    `Made by \`npm run bench -- --checks\`: ${units.toLocaleString('en-US')} units on a PostgreSQL that`,
  );
  say(
    'writes through to the disk, limits on, each check from another address, shop, database and load on',
  );
  say(`${os.cpus().length} × ${os.cpus()[0]?.model}, ${seconds} s each.`);
  say();
  const aims = await measureChecks(say, { units, seconds, filled });
  say();
  for (const line of tellAims(aims)) say(line);
  writeReport(checksTitle);
  process.exit(aims.every(({ aim, measured }) => measured <= aim) ? 0 : 1);
}

function tellAims(aims: readonly ChecksAim[]): string[] {
  return [
    '| what | aim | measured | |',
    '|---|---:|---:|---|',
    ...aims.map(({ what, aim, unit, measured }) => {
      const verdict = measured <= aim ? 'met' : '**missed**';
      return `| ${what} | < ${aim} ${unit} | ${Math.round(measured)} | ${verdict} |`;
    }),
  ];
}

const postgres = await startPostgres();
try {
  say('# Benchmarks');
  say();
  say(`Made by \`npm run bench\` on ${os.cpus().length} × ${os.cpus()[0]?.model}, Node`);
  say(`${process.version}, with the load generator on the same machine, ${seconds} s each.`);
  say(
    'Pages are asked for with Brotli, as browsers do; "of bare" compares with a bare Node server sending',
  );
  say(
    'the same bytes in the same run. With PAGE_CACHE=off each page is rendered anew, but the settings,',
  );
  say(
    'texts, selling rules, and the posts, testimonials and partners of home stay until one changes.',
  );
  for (const database of ['PostgreSQL', 'PGlite'] as const) await benchDatabase(database);
  say();
  say('## Against the aims');
  say();
  for (const line of compareWithAims(figures)) say(line);
} finally {
  await postgres.stop();
}
writeReport(null);

async function benchDatabase(name: 'PostgreSQL' | 'PGlite'): Promise<void> {
  const directory = await temporaryDirectory();
  const databaseEnv: Record<string, string> =
    name === 'PostgreSQL' ? { DATABASE_URL: await postgres.newDatabase() } : {};
  const start = (extra: Record<string, string> = {}) =>
    startShopProcess({
      dataDir: directory.path,
      env: { ...databaseEnv, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...extra },
    });
  try {
    say();
    say(`## ${name}`);
    await benchStart(name, start);
    for (const cache of ['off', 'on'] as const) {
      const shop = await start({ PAGE_CACHE: cache });
      try {
        await benchPages(name, shop, cache);
      } finally {
        await shop.stop();
      }
    }
    if (name === 'PGlite') await benchScripts(start);
  } finally {
    await directory.remove();
  }
}

async function benchStart(database: string, start: () => Promise<ShopProcess>): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < 6; i++) {
    const began = performance.now();
    const shop = await start();
    await (await fetch(shop.origin)).text();
    times.push(performance.now() - began);
    await shop.stop();
  }
  const [first = 0, ...later] = times;
  const median = later.sort((a, b) => a - b)[2] ?? 0;
  figures.set(`${database}, first start`, first / 1000);
  figures.set(`${database}, start to the first page`, median / 1000);
  say();
  say(`First start, with migrations and seed, to the first page: ${(first / 1000).toFixed(1)} s.`);
  say(`Start to the first page, median of five: ${(median / 1000).toFixed(2)} s.`);
}

async function benchPages(database: string, shop: ShopProcess, cache: 'on' | 'off'): Promise<void> {
  const measured = `${database}, ${cache === 'on' ? 'kept' : 'uncached'}`;
  const key = (await (await fetch(`${shop.origin}/config.json`)).json()).publishableKey;
  // As browsers send them.
  const headers = { apikey: key, 'accept-encoding': 'br' };
  const bare = await startBareServer(shop.origin, headers);
  say();
  say(`### PAGE_CACHE=${cache}`);
  say();
  say('| page | connections | requests/s | p50 ms | p99 ms | bare requests/s | of bare |');
  say('|---|---:|---:|---:|---:|---:|---:|');
  const bootMemory = residentMegabytes(shop.pid);
  try {
    for (const [name, url] of Object.entries(pages)) {
      if (name === 'rest' && cache === 'on') continue;
      await measureLoad(shop.origin + url, 10, 2, headers);
      for (const connections of connectionCounts) {
        const ours = await measureLoad(shop.origin + url, connections, seconds, headers);
        const theirs = await measureLoad(bare.origin + url, connections, seconds);
        const share = (100 * ours.rate) / theirs.rate;
        figures.set(`${measured}, ${name}, ${connections} connections`, share);
        say(row(name, connections, ours, theirs));
        const theirPages = everShop.pages[name];
        if (theirPages && cache === 'off' && connections === 50) {
          const plain = await measureLoad(
            `${bare.origin}${plainPrefix}${url}`,
            connections,
            seconds,
          );
          const times = ours.rate / ((theirPages * plain.rate) / everShop.bare);
          figures.set(`${measured}, ${name}, against EverShop`, times);
        }
      }
    }
    const share = memoryLoad / Object.keys(pages).length;
    for (const url of Object.values(pages)) {
      await measureLoad(shop.origin + url, 50, share, headers);
    }
    const memory = residentMegabytes(shop.pid);
    figures.set(`${measured}, memory after the load`, memory);
    say();
    say(
      `Memory: ${bootMemory} MB after the start, ${memory} MB after ${memoryLoad} s at 50 connections.`,
    );
  } finally {
    bare.stop();
  }
}

function row(name: string, connections: number, ours: Load, theirs: Load): string {
  const share = ((100 * ours.rate) / theirs.rate).toFixed(2);
  const failures = ours.errors > 0 ? ` (${ours.errors} errors)` : '';
  const cells = [
    name,
    connections,
    `${Math.round(ours.rate)}${failures}`,
    ours.p50.toFixed(2),
    ours.p99.toFixed(2),
    Math.round(theirs.rate),
    `${share} %`,
  ];
  return `| ${cells.join(' | ')} |`;
}

async function readAnswer(url: string, headers: Record<string, string>): Promise<SameAnswer> {
  // `fetch` would decompress the response.
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}`);
  const { 'content-type': type = '', 'content-encoding': encoding } = answer.headers;
  return {
    body: (await buffer(answer)).toString('base64'),
    headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
  };
}

async function startBareServer(origin: string, headers: Record<string, string>) {
  const answers: Record<string, SameAnswer> = {};
  const { 'accept-encoding': _compressed, ...plain } = headers;
  for (const url of Object.values(pages)) {
    answers[url] = await readAnswer(origin + url, headers);
    answers[plainPrefix + url] = await readAnswer(origin + url, plain);
  }
  const child = fork(path.join(root, 'scripts/bench/bare-server.ts'));
  child.send(answers);
  const [port] = await once(child, 'message');
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

async function benchScripts(start: () => Promise<ShopProcess>): Promise<void> {
  const shop = await start();
  try {
    const paths = ['/', '/products', pages.product, '/cart', '/checkout', '/about'];
    const sizes = await measureScripts(shop.origin, paths);
    say();
    say('## JavaScript an idle visitor fetches within 5 s');
    say();
    say('| page | kB, Brotli |');
    say('|---|---:|');
    for (const [url, bytes] of sizes) say(`| ${url} | ${(bytes / 1000).toFixed(1)} |`);
    const kilobytes = [...sizes].map(([, bytes]) => bytes / 1000);
    figures.set('scripts of the heaviest page', Math.max(...kilobytes));
  } finally {
    await shop.stop();
  }
}
