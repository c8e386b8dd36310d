import cluster from 'node:cluster';
import path from 'node:path';
import { format } from 'node:util';
import pino from 'pino';
import { describeFailure } from './describe-failure.ts';
import { type Config, readConfig } from './env.ts';
import { requestIdFields } from './http/request-id.ts';
import { requireFreePorts } from './setup/require-free-ports.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { traceFields } from './tracing/current-span.ts';
import { ConfigError } from './variables.ts';
import { notifyLeader, readSharedSetup } from './workers/worker-process.ts';

const development = process.argv.includes('--dev');
// React chooses its build based on this when first imported, so the shop is imported afterwards.
process.env.NODE_ENV = development ? 'development' : 'production';

const root = path.resolve(import.meta.dirname, '..');

const maxWarningLength = 500;

let config: Config;
try {
  config = readConfig(process.env);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

const log = pino({
  base: null,
  level: config.logLevel ?? 'info',
  mixin: () => ({ ...requestIdFields(), ...traceFields() }),
});
// Libraries warn about what visitors send (React Router about a path that it can't decode, three times and in full), as
// often as they send it: a full disk would stop the shop.
if (!development) {
  console.warn = (...values) => log.debug(format(...values).slice(0, maxWarningLength));
}
const shared = readSharedSetup(process.env);
// Checked before anything is created; with several processes, the leader has already checked.
if (!shared) await requireFreePorts(config).catch((error) => process.exit(explain(error)));

if (config.workers > 1 && cluster.isPrimary && !development) {
  const { runWorkers } = await import('./workers/run-workers.ts');
  process.exit(await runWorkers({ config, root, log }).catch(explain));
}

const { startShop } = await import('./start-shop.ts');
const ending = new AbortController();
const starting = startShop({ config, root, development, shared, log, signal: ending.signal });
stopOnSignal({ starting, ending, drainMs: development ? 0 : config.drainSeconds * 1_000 });
try {
  const shop = await starting;
  if (shared) notifyLeader({ type: 'open', greeting: shop.greeting });
  else process.stdout.write(shop.greeting);
} catch (error) {
  // If shutdown was requested, startup has undone what it began; there is nothing to report.
  process.exit(ending.signal.aborted ? 0 : explain(error));
}

/** Reports why the shop can't start. Returns the exit code. */
function explain(error: unknown): number {
  process.stderr.write(`The shop cannot start: ${describeFailure(error)}\n`);
  log.debug({ err: error });
  return 1;
}
