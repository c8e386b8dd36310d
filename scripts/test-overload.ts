/**
 * `npm run test:overload -- [--connections 500] [--shoppers 20] [--seconds 30] [--database
 * pglite|postgres]`: a crowd requests more pages than the shop can render while others buy. Fails
 * if a purchase fails, or if buying, refusing requests or returning to normal afterwards takes too
 * long.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '@liv-fit/backend/testing';
import { percentile } from '#tests/hostile/report.ts';
import { runOverload } from '#tests/overload/run-overload.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '500' },
    shoppers: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
    database: { type: 'string', default: 'postgres' },
  },
});
/** In milliseconds. */
const bounds = { shoppers: 2_000, shed: 100, normalAfter: 5_000 };

if (values.database === 'postgres') ensureSystemPackages(['postgresql']);
const server = values.database === 'postgres' ? await startPostgres() : null;
const { shoppers, crowd, calm, health, normalAfter } = await runOverload({
  connections: Number(values.connections),
  shoppers: Number(values.shoppers),
  milliseconds: Number(values.seconds) * 1_000,
  databaseUrl: server ? await server.newDatabase() : null,
});
await server?.stop();

const describe = (times: readonly number[]) =>
  [0.5, 0.95, 0.99, 1].map((share) => `${Math.round(percentile(times, share))}`).join(' / ');
const { begun, completed, failures, pages, repeated } = shoppers;
console.log(`Purchases: ${begun} begun, ${completed} completed, ${failures.length} failed`);
for (const failure of new Set(failures)) console.log(`  ${failure}`);
console.log(`Asked again: ${repeated.length} (${[...new Set(repeated)].join(', ')})`);
console.log(`Milliseconds: p50 / p95 / p99 / most
  search before the crowd: ${describe(calm)}
  pages of those who buy:  ${describe(pages)} (${pages.length})
  /healthz:                ${describe(health)}
  crowd, refused with 503: ${describe(crowd.shed)} (${crowd.shed.length})
  crowd, answered:         ${crowd.answered}; otherwise ${JSON.stringify(crowd.other)}
As before after ${Math.round(normalAfter)} ms`);
const broken = [
  ...(failures.length > 0 || completed === 0 ? ['purchases'] : []),
  ...(percentile(pages, 0.99) < bounds.shoppers ? [] : ['pages of those who buy']),
  ...(percentile(crowd.shed, 0.99) < bounds.shed ? [] : ['refusals']),
  ...(normalAfter < bounds.normalAfter ? [] : ['the time afterwards']),
];
console.log(broken.length === 0 ? 'Everything held.' : `Did not hold: ${broken.join(', ')}`);
process.exit(broken.length === 0 ? 0 : 1);
