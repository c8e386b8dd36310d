import path from 'node:path';
import pino from 'pino';
import { describeFailure } from './describe-failure.ts';
import { type Config, readConfig } from './env.ts';
import { ConfigError } from './variables.ts';

const development = process.argv.includes('--dev');
// React chooses its build by this when it is first imported, so the shop is imported after it.
process.env.NODE_ENV = development ? 'development' : 'production';

const log = pino({ base: null, level: process.env.LOG_LEVEL ?? 'info' });
const root = path.resolve(import.meta.dirname, '..');

let config: Config;
try {
  config = readConfig(process.env);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

const { startShop } = await import('./start-shop.ts');
const starting = startShop({ config, root, development, log });
// Requests under way get ten seconds, then everything that was opened is closed in reverse order
// (`start-shop.ts`).
let stopping = false;
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
try {
  const shop = await starting;
  process.stdout.write(shop.greeting);
} catch (error) {
  process.stderr.write(`The shop cannot start: ${describeFailure(error)}\n`);
  log.debug({ err: error });
  process.exit(1);
}

/** Waits for a start that is still under way, so that it leaves nothing half done behind. */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  const shop = await starting.catch(() => null);
  if (!shop) return;
  await shop.stop();
  process.exit(0);
}
