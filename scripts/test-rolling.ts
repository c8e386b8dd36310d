/**
 * `npm run test:rolling -- [--rounds 10] [--replicas 3] [--visitors 20] [--two-builds | --other
 * DIR]`: restarts replicas on one PostgreSQL behind Caddy, one after another, while visitors read,
 * load scripts, write messages and start orders. Fails if a visitor sees an error, or if anything
 * is lost or done twice. With two builds, rounds alternate between another one and this one, and
 * each replica has to serve the scripts of both: `--two-builds` makes one with an extra migration
 * and different scripts, `--other` uses a built tree.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPostgres } from '@liv-fit/backend/postgres';
import { startPostgres } from '@liv-fit/backend/testing';
import { freePortPair } from '#tests/fixtures/free-ports.ts';
import { startShopProcess, temporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { healthInterval, startBalancer } from '#tests/rolling/balance.ts';
import { buildOther } from '#tests/rolling/build-other.ts';
import { compare, type Visits, visit } from '#tests/rolling/visit.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    replicas: { type: 'string', default: '3' },
    visitors: { type: 'string', default: '20' },
    other: { type: 'string' },
    'two-builds': { type: 'boolean', default: false },
  },
});
const [rounds, size, visitors] = [values.rounds, values.replicas, values.visitors].map(Number);
if (!rounds || !size || !visitors) {
  console.log('--rounds 10 --replicas 3 --visitors 20 [--two-builds | --other DIR]');
  process.exit(1);
}
const missing = ensureSystemPackages(['postgresql', 'caddy']);
if (missing.length > 0) throw new Error(`This needs ${missing.join(', ')}.`);

const made = values['two-builds'] ? await buildOther() : null;
const other = made?.path ?? values.other;
const server = await startPostgres();
const folder = await temporaryDirectory();
const url = await server.newDatabase();
const env = {
  DATABASE_URL: url,
  ASSETS_DIR: `${folder.path}/assets`,
  // The default with PostgreSQL; less was too short for the balancer's health checks on a busy machine.
  DRAIN_SECONDS: '5',
  RATE_LIMITS: 'off',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'warn',
};
const start = (port: number, root?: string) =>
  startShopProcess({ dataDir: `${folder.path}/${port}`, port, env, ...(root && { root }) });

const replicas = [];
for (let each = 0; each < size; each++) replicas.push(await start(await freePortPair()));
const portOf = (origin: string) => Number(new URL(origin).port);
const ports = replicas.map(({ origin }) => portOf(origin));
const balancer = await startBalancer(folder.path, await freePortPair(), ports);

const visits: Visits = {
  pages: 0,
  messages: new Set(),
  orders: new Set(),
  assets: new Set(),
  failures: [],
};
const over = new AbortController();
const visiting = Promise.all(
  Array.from({ length: visitors }, () => visit(balancer.origin, visits, over.signal)),
);
const began = performance.now();
for (let round = 1; round <= rounds; round++) {
  for (const [index, replica] of replicas.entries()) {
    await replica.stop();
    const root = round % 2 === 1 ? other : undefined;
    replicas[index] = await start(ports[index] ?? 0, root);
    await sleep(3 * healthInterval);
  }
  console.log(`Round ${round}: ${visits.failures.length} failed so far`);
}
over.abort();
await visiting;
const seconds = Math.round((performance.now() - began) / 1_000);

const missed: string[] = [];
for (const { origin } of replicas) {
  for (const asset of visits.assets) {
    const { status } = await fetch(origin + asset);
    if (status !== 200) missed.push(`${asset}: ${status} at ${origin}`);
  }
}
const database = openPostgres({ connectionString: url });
const differences = [...missed, ...(await compare(database, visits))];
await database.close();
await balancer.stop();
for (const replica of replicas) await replica.stop();
await server.stop();
await folder.remove();
await made?.remove();

const { pages, messages, orders, assets, failures } = visits;
console.log(
  `${rounds * size} restarts in ${seconds} s: ${pages} pages, ${messages.size} messages, ${orders.size} orders,`,
  `${assets.size} scripts and styles at each of ${size};`,
  `${failures.length} failed`,
);
for (const failure of new Set(failures)) console.log(`  ${failure}`);
for (const difference of differences) console.log(`  ${difference}`);
const held = failures.length === 0 && differences.length === 0;
console.log(held ? 'Everything held.' : 'Did not hold.');
process.exit(held ? 0 : 1);
