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
try {
  const shop = await startShop({ config, root, development, log });
  process.stdout.write(shop.greeting);
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await shop.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  process.stderr.write(`The shop cannot start: ${describeFailure(error)}\n`);
  log.debug({ err: error });
  process.exit(1);
}
