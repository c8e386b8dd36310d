/**
 * `npm run test:hostile -- [--minutes 20] [--database pglite|postgres] [--attackers 20] [--shoppers
 * 50]`: attackers do everything known to hurt while shoppers browse and buy through the sandbox.
 * Fails if a purchase fails, pages or /healthz are slow, or the process exits.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '@liv-fit/backend/testing';
import { describe, findViolations } from '#tests/hostile/report.ts';
import { runMix } from '#tests/hostile/run-mix.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    database: { type: 'string', default: 'pglite' },
    attackers: { type: 'string', default: '20' },
    shoppers: { type: 'string', default: '50' },
  },
});
const minutes = Number(values.minutes);
const [attackers, shoppers] = [Number(values.attackers), Number(values.shoppers)];
const isKnown = values.database === 'pglite' || values.database === 'postgres';
if (!(minutes > 0) || !(attackers >= 0) || !(shoppers > 0) || !isKnown) {
  console.log('--minutes 20 --database pglite|postgres --attackers 20 --shoppers 50');
  process.exit(1);
}

if (values.database === 'postgres') ensureSystemPackages(['postgresql']);
const server = values.database === 'postgres' ? await startPostgres() : null;
try {
  console.log(
    `${attackers} attackers beside ${shoppers} shoppers on ${values.database} for ${minutes} minutes`,
  );
  const result = await runMix({
    attackers,
    shoppers,
    milliseconds: minutes * 60_000,
    thinking: [1, 5],
    databaseUrl: server ? await server.newDatabase() : null,
  });
  console.log(describe(result));
  const broken = findViolations(result);
  console.log(broken.length === 0 ? '\nEverything held.' : `\nDid not hold: ${broken.join('; ')}`);
  process.exitCode = broken.length === 0 ? 0 : 1;
} finally {
  await server?.stop();
}
