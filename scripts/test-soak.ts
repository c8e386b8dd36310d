/**
 * `npm run test:soak -- [--minutes 60] [--load 0.5] [--shoppers 8] [--database pglite|postgres]`:
 * runs the shop for an hour at half the load that one core can handle. Fails if memory grows by
 * more than a twentieth after ten minutes (or a third of the time, if shorter), if file descriptors
 * grow, or if a page or a purchase fails.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '@liv-fit/backend/testing';
import { percentile } from '#tests/hostile/report.ts';
import { runSoak, type Sample } from '#tests/soak/run-soak.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    load: { type: 'string', default: '0.5' },
    shoppers: { type: 'string', default: '8' },
    database: { type: 'string', default: 'postgres' },
  },
});
const minutes = Number(values.minutes);
const bounds = { growth: 1.05, descriptors: 10 };

if (values.database === 'postgres') ensureSystemPackages(['postgresql']);
const server = values.database === 'postgres' ? await startPostgres() : null;
const { samples, shoppers, pages, failures } = await runSoak({
  minutes,
  load: Number(values.load),
  shoppers: Number(values.shoppers),
  databaseUrl: server ? await server.newDatabase() : null,
});
await server?.stop();

/** Memory fluctuates with garbage collection; its median over several minutes does not. */
const span = Math.max(1, minutes / 10);
const settled = Math.min(10, minutes / 3);
const during = (from: number) =>
  samples.filter((each) => each.minutes >= from && each.minutes < from + span);
const middle = (part: readonly Sample[], key: 'megabytes' | 'descriptors' | 'load') =>
  percentile(
    part.map((each) => each[key]),
    0.5,
  );
const [first, last] = [during(settled), during(minutes - span)];
console.log('minute | MB | descriptors | load');
for (let from = 0; from < minutes; from += span) {
  const part = during(from);
  const row = [
    middle(part, 'megabytes'),
    middle(part, 'descriptors'),
    middle(part, 'load').toFixed(2),
  ];
  console.log(`${Math.round(from)} | ${row.join(' | ')}`);
}
const growth = middle(last, 'megabytes') / middle(first, 'megabytes');
const opened = middle(last, 'descriptors') - middle(first, 'descriptors');
console.log(`${pages} pages, ${shoppers.completed} of ${shoppers.begun} purchases, p99 of their pages ${Math.round(percentile(shoppers.pages, 0.99))} ms
Memory ${((growth - 1) * 100).toFixed(1)} % since minute ${Math.round(settled)}; descriptors ${opened >= 0 ? '+' : ''}${opened}`);
const broken = [
  ...(growth <= bounds.growth ? [] : ['memory']),
  ...(opened <= bounds.descriptors ? [] : ['descriptors']),
  ...(failures.length === 0 ? [] : [`${failures.length} pages, such as ${failures[0]}`]),
  ...(shoppers.failures.length === 0 && shoppers.completed > 0
    ? []
    : [`purchases ${shoppers.failures[0] ?? ''}`]),
];
console.log(broken.length === 0 ? 'Everything held.' : `Did not hold: ${broken.join(', ')}`);
process.exit(broken.length === 0 ? 0 : 1);
