import type { Database } from '@liv-fit/backend/database';
import { openPglite } from '@liv-fit/backend/pglite';
import { openPostgres } from '@liv-fit/backend/postgres';
import { createClient } from '@supabase/supabase-js';
import type { Database as Tables } from '#supabase/database.gen.ts';
import {
  type MigratedPostgres,
  migratedDirectory,
  startMigratedPostgres,
} from '#tests/fixtures/migrated.ts';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { adminCalls, type Call } from './admin-calls.ts';
import { fillCatalog } from './fill-catalog.ts';
import { fillShop } from './fill-shop.ts';
import { allowPlans, slowestPlan } from './read-plans.ts';

type Kind = 'PostgreSQL' | 'PGlite';

export interface Sizes {
  products: Record<Kind, readonly number[]>;
  orders: Record<Kind, readonly number[]>;
}

export const fullSizes: Sizes = {
  products: { PostgreSQL: [20, 1_000, 20_000, 100_000], PGlite: [20, 2_000] },
  orders: { PostgreSQL: [0, 10_000, 1_000_000], PGlite: [0, 20_000] },
};

/**
 * What counts as flat: at most this many times the smallest size's 95th percentile, or this many
 * ms.
 */
const most = { times: 1.5, milliseconds: 50 };

const owner = { email: 'owner@livfit.example', password: 'spruce-and-slate' };

const searches = {
  'a rare word': 'saffron',
  'a word in every name': 'shilajit',
  'a word in every text': 'laboratory',
  'two words': 'golden resin',
  'a mistyped word': 'shilajt',
  'two mistyped words': 'shilajt hony',
  'half a word': 'shil',
  'nothing found': 'qqqqqq zzzz',
  'without accents': 'nunez',
};

const pages = {
  home: '/',
  list: '/products',
  'list, page 2': '/products?page=2',
  product: '/product/catalog-8',
  'search page': '/search?q=shilajit',
  sitemap: '/sitemap.xml',
};

/** In milliseconds. */
interface Figure {
  median: number;
  p95: number;
  /** Plan of its slowest statement, at the largest size on PostgreSQL. */
  plan?: string;
}

const notFound = 404;

type Column = Map<string, Figure>;
type Say = (line?: string) => void;

/**
 * Measures how long one visitor waits for pages, searches and related products as the catalog
 * grows, and the owner for every call of the admin area as orders grow. Prints Markdown. The shop
 * runs in its own process without cached pages; calls are made one at a time.
 */
export async function measureGrowth(say: Say, rounds: number, sizes: Sizes): Promise<void> {
  const postgres = await startMigratedPostgres();
  try {
    for (const kind of ['PostgreSQL', 'PGlite'] as const) {
      await measureSizes(
        kind,
        'products',
        (database, products) => fillCatalog(database, products),
        visitorCalls,
      );
      await measureSizes(
        kind,
        'orders',
        (database, orders) => fillShop(database, { orders, products: 20, codes: 20 + orders / 10 }),
        ownerCalls,
      );
    }
  } finally {
    await postgres.stop();
  }

  async function measureSizes(
    kind: Kind,
    what: keyof Sizes,
    fill: (database: Database, size: number) => Promise<void>,
    callsOf: (shop: ShopProcess, size: number) => Promise<Record<string, Call>>,
  ): Promise<void> {
    const columns: Column[] = [];
    const counts = sizes[what][kind];
    for (const size of counts) {
      const withPlans = kind === 'PostgreSQL' && size === counts.at(-1);
      const options = { rounds, withPlans, fill: (database: Database) => fill(database, size) };
      const calls = (shop: ShopProcess) => callsOf(shop, size);
      columns.push(await measureSize(postgres, kind, options, calls));
    }
    const heads = counts.map((size) => `${size.toLocaleString('en')} ${what}`);
    tell(say, `${kind}: median and 95th percentile in ms, ${rounds} calls each`, heads, columns);
  }
}

function tell(say: Say, title: string, heads: readonly string[], columns: readonly Column[]): void {
  const last = columns.at(-1) ?? new Map<string, Figure>();
  say();
  say(`### ${title}`);
  say();
  say(`| call | ${heads.join(' | ')} | slope | |`);
  say(`|---|${'---:|'.repeat(heads.length + 1)}---|`);
  for (const [call, { p95 }] of last) {
    const figures = columns.map((column) => column.get(call));
    const slope = p95 / (figures.find(Boolean)?.p95 ?? Number.NaN);
    const cells = figures.map((each) =>
      each ? `${each.median.toFixed(1)} / ${each.p95.toFixed(1)}` : '–',
    );
    const verdict = slope <= most.times || p95 < most.milliseconds ? 'flat' : '**grows**';
    say(`| ${[call, ...cells, `${slope.toFixed(1)} ×`, verdict].join(' | ')} |`);
  }
  const plans = [...last].flatMap(([call, { plan }]) => (plan ? [{ call, plan }] : []));
  if (plans.length === 0) return;
  say();
  say(`| call, with ${heads.at(-1)} | what its slowest statement reads |`);
  say('|---|---|');
  for (const { call, plan } of plans) say(`| ${call} | ${plan} |`);
}

async function measureSize(
  postgres: MigratedPostgres,
  kind: Kind,
  options: { rounds: number; withPlans: boolean; fill: (database: Database) => Promise<void> },
  callsOf: (shop: ShopProcess) => Promise<Record<string, Call>>,
): Promise<Column> {
  const onServer = kind === 'PostgreSQL';
  const directory = onServer ? await temporaryDirectory() : await migratedDirectory();
  const url = onServer ? await postgres.newMigratedDatabase() : undefined;
  const open = async () =>
    url
      ? openPostgres({ connectionString: url, statementTimeout: 0, answerTimeout: 0 })
      : openPglite({ dataDir: directory.path });
  try {
    const filling = await open();
    await options.fill(filling);
    await filling.query({ text: 'vacuum analyze', answerTimeout: 0 });
    if (options.withPlans) await allowPlans(filling);
    await filling.close();
    const shop = await startShopProcess({
      dataDir: directory.path,
      env: {
        ...(url && { DATABASE_URL: url }),
        SEED: 'none',
        RATE_LIMITS: 'off',
        PAGE_CACHE: 'off',
        LOG_LEVEL: 'warn',
        ADMIN_EMAIL: owner.email,
        ADMIN_PASSWORD: owner.password,
      },
    });
    const watching = options.withPlans ? await open() : null;
    try {
      return await measureCalls(await callsOf(shop), options.rounds, watching);
    } finally {
      await watching?.close();
      await shop.stop();
    }
  } finally {
    await directory.remove();
  }
}

async function clientOf({ origin }: ShopProcess) {
  const { publishableKey } = await (await fetch(`${origin}/config.json`)).json();
  return createClient<Tables>(origin, publishableKey, { auth: { autoRefreshToken: false } });
}

async function visitorCalls(shop: ShopProcess): Promise<Record<string, Call>> {
  const client = await clientOf(shop);
  const read = async (path: string) => {
    const answer = await fetch(shop.origin + path);
    await answer.arrayBuffer();
    return { error: answer.ok ? null : answer.status };
  };
  return {
    ...Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, () => read(path)])),
    'related products': () =>
      client.from('products').select('id, related_products(name)').eq('slug', 'catalog-8'),
    ...Object.fromEntries(
      Object.entries(searches).map(([name, words]) => [
        `search: ${name}`,
        () => client.rpc('search_shop', { words, most: 20 }),
      ]),
    ),
  };
}

async function ownerCalls(shop: ShopProcess, orders: number): Promise<Record<string, Call>> {
  const client = await clientOf(shop);
  const { error } = await client.auth.signInWithPassword(owner);
  if (error) throw error;
  return adminCalls(client, { orders, codes: 20 + orders / 10 });
}

async function measureCalls(
  calls: Record<string, Call>,
  rounds: number,
  watching: Database | null,
): Promise<Column> {
  const column: Column = new Map();
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = [];
    // A catalog of twenty products has no second page.
    if ((await call()).error === notFound) continue;
    // Warm-up: the first rounds compile and plan.
    for (let round = -5; round < rounds; round++) {
      const began = performance.now();
      const { error } = await call();
      if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
      if (round >= 0) times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
    const plan = watching ? await slowestPlan(watching, call) : undefined;
    column.set(name, { median: at(0.5), p95: at(0.95), ...(plan && { plan }) });
  }
  return column;
}
