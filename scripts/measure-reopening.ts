/**
 * `node scripts/measure-reopening.ts [--attackers 20]`: measures how long a shopper waits on the
 * embedded database while visitors from different addresses each run an endless statement, and how
 * much memory the process uses before and after.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { backendFolders, migrate } from '@liv-fit/backend/migrate';
import { openPglite } from '@liv-fit/backend/pglite';
import { temporaryDirectory } from '#tests/fixtures/shop-process.ts';

const { values } = parseArgs({ options: { attackers: { type: 'string', default: '20' } } });
const attackers = Number(values.attackers);
const megabytes = () => Math.round(process.memoryUsage().rss / 1024 / 1024);

const directory = await temporaryDirectory();
const database = await openPglite({ dataDir: path.join(directory.path, 'data') });
const asked = (caller: string) => ({ role: 'postgres', claims: null, headers: {}, caller });
const read = {
  name: 'read',
  text: 'select count(*) from public.products where name ilike $1',
  values: ['%a%'],
};
const endless = { text: 'select count(*) from generate_series(1, 20000000000)' };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}
/** The reason, if there was no result. */
const orWhy = (error: Error) => `${error.name}: ${error.message}`;
const shop = () => timed(() => database.runAs(asked('known shopper'), read));

try {
  const shopFolder = { directory: path.resolve(import.meta.dirname, '../supabase/migrations') };
  await migrate(database, [...backendFolders, shopFolder]);
  for (let index = 0; index < 50; index += 1) await shop();
  const early = megabytes();
  await sleep(14_000);
  console.log(`memory: ${early} MB after the start, ${megabytes()} MB 14 s later`);

  const alone: (number | string)[] = [];
  for (let index = 0; index < 5; index += 1) {
    database.runAs(asked(`single ${index}`), endless).catch(() => {});
    alone.push(await shop().catch(orWhy));
    await sleep(4_000);
  }
  console.log(`a known shopper behind one endless statement: ${alone.join(', ')} ms`);
  await sleep(31_000);

  for (let index = 0; index < attackers; index += 1) {
    database.runAs(asked(`attacker ${index}`), endless).catch(() => {});
  }
  const fresh = timed(() => database.runAs(asked('fresh shopper'), read)).catch(orWhy);
  const known: (number | string)[] = [];
  for (let index = 0; index < 20; index += 1) {
    known.push(await shop().catch(orWhy));
    await sleep(100);
  }
  console.log(`${attackers} attackers at once: a known shopper waits ${known.join(', ')} ms`);
  console.log(`a shopper nobody has seen before waits ${await fresh} ms`);
  console.log(`memory at the end: ${megabytes()} MB`);
} finally {
  await database.close();
  await directory.remove();
}
