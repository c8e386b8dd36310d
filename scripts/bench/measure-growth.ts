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
import { startShopProcess, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { fillCatalog } from './fill-catalog.ts';

/** Products in the catalog. */
const sizes = { PostgreSQL: [20, 1_000, 20_000, 100_000], PGlite: [20, 2_000] };

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

/**
 * How long one visitor waits for a search and for related products as the catalog grows, as Markdown.
 * The shop is a process of its own; the visitor's calls come one after another.
 */
export async function measureGrowth(say: (line?: string) => void, rounds: number): Promise<void> {
  const postgres = await startMigratedPostgres();
  try {
    for (const kind of ['PostgreSQL', 'PGlite'] as const) {
      const columns: Map<string, string>[] = [];
      for (const size of sizes[kind]) columns.push(await measureSize(postgres, kind, size, rounds));
      say();
      say(`### ${kind}: median and 95th percentile in ms, ${rounds} calls each`);
      say();
      say(
        `| call | ${sizes[kind].map((size) => `${size.toLocaleString('en')} products`).join(' | ')} |`,
      );
      say(`|---|${'---:|'.repeat(sizes[kind].length)}`);
      for (const call of columns[0]?.keys() ?? []) {
        say(`| ${call} | ${columns.map((column) => column.get(call)).join(' | ')} |`);
      }
    }
  } finally {
    await postgres.stop();
  }
}

async function measureSize(
  postgres: MigratedPostgres,
  kind: keyof typeof sizes,
  size: number,
  rounds: number,
): Promise<Map<string, string>> {
  const onServer = kind === 'PostgreSQL';
  const directory = onServer ? await temporaryDirectory() : await migratedDirectory();
  const url = onServer ? await postgres.newMigratedDatabase() : undefined;
  try {
    const database = url
      ? openPostgres({ connectionString: url, statementTimeout: 0 })
      : await openPglite({ dataDir: directory.path });
    await fill(database, size);
    await database.close();
    const shop = await startShopProcess({
      dataDir: directory.path,
      env: {
        ...(url && { DATABASE_URL: url }),
        SEED: 'none',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
      },
    });
    try {
      return await measureCalls(shop.origin, rounds);
    } finally {
      await shop.stop();
    }
  } finally {
    await directory.remove();
  }
}

async function fill(database: Database, size: number): Promise<void> {
  await fillCatalog(database, size);
  await database.query({ text: 'vacuum analyze' });
}

async function measureCalls(origin: string, rounds: number): Promise<Map<string, string>> {
  const { publishableKey } = await (await fetch(`${origin}/config.json`)).json();
  const client = createClient<Tables>(origin, publishableKey);
  const calls: Record<string, () => PromiseLike<{ error: unknown }>> = {
    'related products': () =>
      client.from('products').select('id, related_products(name)').eq('slug', 'catalog-8'),
  };
  for (const [name, words] of Object.entries(searches)) {
    calls[`search: ${name}`] = () => client.rpc('search_shop', { words, most: 20 });
  }
  const results = new Map<string, string>();
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = [];
    // The first ones compile and plan.
    for (let round = -5; round < rounds; round++) {
      const began = performance.now();
      const { error } = await call();
      if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
      if (round >= 0) times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1);
    results.set(name, `${at(0.5)} / ${at(0.95)}`);
  }
  return results;
}
