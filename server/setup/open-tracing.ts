import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@liv-fit/backend/database';
import { describeFailure } from '#server/describe-failure.ts';
import type { Tracing } from '#server/tracing/tracing.ts';
import type { Providers } from './choose-providers.ts';
import type { Startup } from './startup.ts';

/** How many milliseconds to wait at shutdown for unsent spans. */
const lastMs = 2_000;

export interface OpenedTracing extends Tracing {
  traceDatabase(database: Database): Database;
  traceProviders(providers: Providers): Providers;
}

/** Null, with nothing loaded, unless OTEL_EXPORTER_OTLP_ENDPOINT says where traces go. */
export async function openTracing(
  { config, root, log, onClose }: Startup,
  templateOf: (path: string) => string,
): Promise<OpenedTracing | null> {
  if (!config.tracing) return null;
  const [{ startTracing }, { traceDatabase }, { traceMail, traceProvider }, manifest] =
    await Promise.all([
      import('#server/tracing/start-tracing.ts'),
      import('#server/tracing/trace-database.ts'),
      import('#server/tracing/trace-services.ts'),
      readFile(path.join(root, 'package.json'), 'utf8'),
    ]);
  const { version } = JSON.parse(manifest) as { version: string };
  const tracing = startTracing({
    ...config.tracing,
    version,
    templateOf,
    onRefused: (error) => log.warn(`Traces are lost: ${describeFailure(error)}`),
  });
  // A collector that doesn't respond must not keep the shop from shutting down.
  onClose(() => Promise.race([tracing.stop(), sleep(lastMs, undefined, { ref: false })]));
  return {
    ...tracing,
    traceDatabase: (database) => traceDatabase(database, tracing),
    traceProviders: ({ payments, mail, ...others }) => ({
      ...others,
      payments: payments.map((provider) => traceProvider(provider, tracing)),
      mail: { ...mail, transport: traceMail(mail.transport, tracing) },
    }),
  };
}
