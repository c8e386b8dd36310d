/**
 * `npm run lighthouse`: runs Lighthouse on every page of the built shop as on a phone, median of
 * five runs. Prints Markdown; `--write` also writes it to docs/lighthouse.md. `--runs N` and
 * `--only <comma-separated parts of paths>` shorten it. Reported but never asserted, because
 * results also depend on the machine.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { startShopProcess, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';
import { root, runStep } from './run-step.ts';

const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
  },
});

const indexable = [
  '/',
  '/products',
  '/product/pure-himalayan-shilajit-resin',
  '/about',
  '/contact',
  '/validity',
  '/batch/SH2041',
  '/recalls',
  '/blog',
  '/blog/resin-without-the-mess',
  '/shipping-and-returns',
];
/** Hidden from search engines, so their SEO is not measured. */
const hidden = ['/cart', '/checkout', '/auth', '/search?q=resin', '/admin'];
/**
 * Also measured with three products in the cart, with the browser's cache as empty as for the
 * others.
 */
const filled = ['/cart', '/checkout'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const missing = ensureSystemPackages(['chromium']);
if (missing.length > 0) throw new Error(`Lighthouse needs ${missing.join(', ')}.`);
if (!(await runStep('build', ['node', 'scripts/ensure-build.ts'])).passed) process.exit(1);

const lines: string[] = [];
const say = (line = '') => {
  lines.push(line);
  console.log(line);
};

const directory = await temporaryDirectory();
const profile = await mkdtemp(path.join(os.tmpdir(), 'lighthouse-'));
const shop = await startShopProcess({ dataDir: directory.path, env: { LOG_LEVEL: 'fatal' } });
const chrome = await launch({
  chromePath: '/usr/bin/chromium',
  userDataDir: profile,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
});
try {
  say('# Lighthouse');
  say();
  say(`Made by \`npm run lighthouse\`: a phone, slow 4G, the median of ${flags.runs} runs on`);
  say(`${os.cpus().length} × ${os.cpus()[0]?.model}, which serves the pages as well.`);
  say();
  say('| page | performance | accessibility | best practices | SEO | LCP ms | TBT ms | CLS |');
  say('|---|---:|---:|---:|---:|---:|---:|---:|');
  for (const page of [...indexable, ...hidden]) {
    if (isWanted(page)) say(await measure(page));
  }
  for (const page of filled) if (isWanted(page)) say(await measure(page, fillCart));
} finally {
  chrome.kill();
  await shop.stop();
  await directory.remove();
  await rm(profile, { recursive: true, force: true });
}
if (flags.write) await writeFile(path.join(root, 'docs/lighthouse.md'), `${lines.join('\n')}\n`);

/** `/` alone means the home page, since every path starts with it. */
function isWanted(page: string): boolean {
  return flags.only.split(',').some((part) => (part === '/' ? page === '/' : page.includes(part)));
}

/** Adds three products to the browser's cart and empties its cache. */
async function fillCart(): Promise<void> {
  const { publishableKey: apikey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const columns = 'id,name,price,image_url,weight:weight_type';
  const found = await fetch(
    `${shop.origin}/rest/v1/products?select=${columns}&buyable=is.true&limit=3`,
    { headers: { apikey } },
  );
  const lines = ((await found.json()) as object[]).map((line) => ({ ...line, quantity: 1 }));
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
  const page = await browser.contexts()[0]?.newPage();
  if (!page) throw new Error('The browser has no window.');
  await page.goto(`${shop.origin}/robots.txt`);
  await page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify(lines));
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.close();
  await browser.close();
}

async function measure(page: string, prepare?: () => Promise<void>): Promise<string> {
  const asked = indexable.includes(page) ? [...categories] : categories.slice(0, 3);
  const runs: Record<string, number[]> = {};
  const note = (name: string, value: number) => {
    runs[name] = [...(runs[name] ?? []), value];
  };
  for (let run = 0; run < Number(flags.runs); run += 1) {
    await prepare?.();
    const result = await lighthouse(shop.origin + page, {
      port: chrome.port,
      disableStorageReset: prepare !== undefined,
      onlyCategories: asked,
      logLevel: 'error',
    });
    if (!result) throw new Error(`Lighthouse measured nothing of ${page}.`);
    const { lhr } = result;
    for (const name of asked) note(name, Math.round((lhr.categories[name]?.score ?? 0) * 100));
    note('lcp', Math.round(lhr.audits['largest-contentful-paint']?.numericValue ?? 0));
    note('tbt', Math.round(lhr.audits['total-blocking-time']?.numericValue ?? 0));
    note('cls', lhr.audits['cumulative-layout-shift']?.numericValue ?? 0);
    for (const { id, score, scoreDisplayMode } of Object.values(lhr.audits)) {
      if (run === 0 && score === 0 && scoreDisplayMode === 'binary')
        console.error(`${page}: ${id}`);
    }
  }
  const cells = [...categories, 'lcp', 'tbt', 'cls'].map((name) => median(runs[name]) ?? '–');
  const name = prepare ? `${page}, three products` : page;
  return `| ${[name, ...cells].join(' | ')} |`;
}

function median(values: number[] | undefined): number | undefined {
  return values?.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
