import { openPostgres } from '@liv-fit/backend/postgres';
import { type PostgresServer, startPostgres } from '@liv-fit/backend/testing';
import {
  type ShopProcess,
  startShopProcess,
  temporaryDirectory,
} from '#tests/fixtures/shop-process.ts';
import { sandboxClient } from '#tests/money/sandbox-client.ts';
import { cpuSeconds, parentOf } from './cpu-seconds.ts';

interface Purchases {
  paid: number;
  failed: number;
  perSecond: number;
  /** From the press to the paid order, in milliseconds. */
  median: number;
  p95: number;
  /** CPU time of shop, sandbox and database per purchase, in milliseconds. */
  cpu: number;
}

/** Fifty buy at once, each again and again. */
const buyers = 50;
/** Seconds of warm-up before measuring. */
const warmUp = 5;

/**
 * Measures card purchases on PostgreSQL: started, paid on the sandbox and shown as paid. With
 * another built tree (`against`), measures both alternately, `pairs` times, since machines differ
 * but ratios do not.
 */
export async function measurePurchases(
  say: (line?: string) => void,
  { seconds, pairs, against }: { seconds: number; pairs: number; against: string | undefined },
): Promise<void> {
  const postgres = await startPostgres();
  try {
    say('| tree | paid | a second | median | p95 | processor time each | failed |');
    say('|---|---:|---:|---:|---:|---:|---:|');
    const ratios: number[] = [];
    const costs: number[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      const before = against ? await measure(postgres, seconds, against) : null;
      const now = await measure(postgres, seconds);
      if (before) {
        tell('before', before);
        ratios.push(now.perSecond / before.perSecond);
        costs.push(now.cpu / before.cpu);
      }
      tell('this', now);
    }
    if (ratios.length > 0) {
      say();
      say(`This against before, purchases a second: ${tellRatios(ratios)}.`);
      say(
        `Processor time for each, which other work on the machine hardly changes: ${tellRatios(costs)}.`,
      );
    }
  } finally {
    await postgres.stop();
  }

  function tell(tree: string, { paid, perSecond, median, p95, cpu, failed }: Purchases): void {
    const ms = (duration: number) => `${Math.round(duration)} ms`;
    const cells = [
      tree,
      paid,
      perSecond.toFixed(1),
      ms(median),
      ms(p95),
      `${cpu.toFixed(1)} ms`,
      failed,
    ];
    say(`| ${cells.join(' | ')} |`);
  }
}

async function measure(
  postgres: PostgresServer,
  seconds: number,
  root?: string,
): Promise<Purchases> {
  const directory = await temporaryDirectory();
  const shop = await startShopProcess({
    dataDir: directory.path,
    env: {
      DATABASE_URL: await postgres.newDatabase(),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
    ...(root && { root }),
  });
  try {
    return await buyFor(shop, seconds, await serverProcess(postgres.url));
  } finally {
    await shop.stop();
    await directory.remove();
  }
}

/** The main server process, the parent of all sessions. */
async function serverProcess(url: string): Promise<number> {
  const database = openPostgres({ connectionString: url });
  try {
    const { rows } = await database.query<{ pid: number }>({
      text: 'select pg_backend_pid() as pid',
    });
    return parentOf(Number(rows[0]?.pid));
  } finally {
    await database.close();
  }
}

async function buyFor(
  shop: ShopProcess,
  seconds: number,
  databaseServer: number,
): Promise<Purchases> {
  const { publishableKey } = await (await fetch(`${shop.origin}/config.json`)).json();
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${shop.origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    return answer.json();
  };
  const products = await call('/rest/v1/products?select=id,weight_type&sold_out=is.false');
  const sandbox = sandboxClient(shop.sandbox, '');
  const durations: number[] = [];
  let failed = 0;
  const begun = performance.now();
  const counts = begun + warmUp * 1000;
  const ends = counts + seconds * 1000;
  const spent = () => cpuSeconds(shop.pid) + cpuSeconds(databaseServer);
  const spentBefore = spent();
  let bought = 0;

  async function buy(index: number): Promise<void> {
    const { id, weight_type: weight } = products[index % products.length];
    const pressed = performance.now();
    const { url } = await call('/functions/v1/create-checkout', {
      items: [{ id, weight, quantity: 1 }],
    });
    const paid = await sandbox.pay(url, { email: `buyer-${index}@mail.example` });
    const sessionId = new URL(paid.headers.get('location') ?? '').searchParams.get('session_id');
    const { order } = await call('/functions/v1/update-order-details', { sessionId });
    const done = performance.now();
    bought += 1;
    if (pressed < counts || done > ends) return;
    if (order?.payment_status === 'paid') durations.push(done - pressed);
    else failed += 1;
  }

  await Promise.all(
    Array.from({ length: buyers }, async (_, index) => {
      while (performance.now() < ends) {
        await buy(index).catch(() => {
          failed += 1;
        });
      }
    }),
  );
  const cpu = ((spent() - spentBefore) / bought) * 1000;
  durations.sort((a, b) => a - b);
  const at = (share: number) => durations[Math.floor(durations.length * share)] ?? Number.NaN;
  return {
    paid: durations.length,
    failed,
    perSecond: durations.length / seconds,
    median: at(0.5),
    p95: at(0.95),
    cpu,
  };
}

function tellRatios(ratios: readonly number[]): string {
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN;
  return `${ratios.map((ratio) => ratio.toFixed(2)).join(', ')} (median ${median.toFixed(2)})`;
}
