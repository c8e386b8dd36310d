import cluster from 'node:cluster';
import path from 'node:path';
import pino from 'pino';
import { describeFailure } from './describe-failure.ts';
import { type Config, readConfig } from './env.ts';
import { requestIdFields } from './http/request-id.ts';
import { ConfigError } from './variables.ts';
import { readSharedOpening, tellLeader } from './workers/worker-process.ts';

const development = process.argv.includes('--dev');
// React chooses its build by this when it is first imported, so the shop is imported after it.
process.env.NODE_ENV = development ? 'development' : 'production';

const log = pino({ base: null, level: process.env.LOG_LEVEL ?? 'info', mixin: requestIdFields });
const root = path.resolve(import.meta.dirname, '..');

let config: Config;
try {
  config = readConfig(process.env);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

if (config.workers > 1 && cluster.isPrimary && !development) {
  const { leadWorkers } = await import('./workers/lead-workers.ts');
  process.exit(await leadWorkers({ config, root, log }).catch(explain));
}

const { startShop } = await import('./start-shop.ts');
const ending = new AbortController();
const hurry = new AbortController();
const shared = readSharedOpening(process.env);
const starting = startShop({ config, root, development, shared, log, signal: ending.signal });
// `/readyz` says first that the shop is ending; requests under way get ten seconds, then everything
// that was opened is closed in reverse order (`start-shop.ts`). Ctrl+C does not wait for proxies.
process.on('SIGTERM', stop);
process.on('SIGINT', () => {
  hurry.abort();
  stop();
});
try {
  const shop = await starting;
  if (shared) tellLeader({ type: 'open', greeting: shop.greeting });
  else process.stdout.write(shop.greeting);
} catch (error) {
  process.exit(explain(error));
}

/** Why the shop cannot start; answers the exit code. */
function explain(error: unknown): number {
  process.stderr.write(`The shop cannot start: ${describeFailure(error)}\n`);
  log.debug({ err: error });
  return 1;
}

/** Waits for a start that is still under way, so that it leaves nothing half done behind. */
async function stop(): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  const shop = await starting.catch(() => null);
  if (!shop) return;
  await shop.stop(development ? 0 : config.drainSeconds * 1_000, hurry.signal);
  process.exit(0);
}
