import { existsSync } from 'node:fs';
import path from 'node:path';
import { createKysely, type Database, DatabaseInUse } from '@liv-fit/backend/database';
import { describeFailure } from '#server/describe-failure.ts';
import { type Config, isLoopbackSite } from '#server/env.ts';
import { readFirstDay } from '#server/first-day/read-first-day.ts';
import { describeListening } from '#server/http/own-addresses.ts';
import type { DB } from '#server/orders/tables.ts';
import { paymentProviders } from '#server/payments/registry.ts';
import { checkBackups } from './check-backups.ts';
import { checkDataDirectory } from './check-data-directory.ts';
import { checkDatabase } from './check-database.ts';
import { checkEmail } from './check-email.ts';
import { checkEvents } from './check-events.ts';
import { checkDemo, checkKeys, checkOpening } from './check-opening.ts';
import { checkPayments } from './check-payments.ts';
import { checkProgram } from './check-program.ts';
import { checkWork } from './check-work.ts';
import { type Finding, fault, ok, unchecked } from './finding.ts';

export interface Examination {
  config: Config;
  /** The project's folder. */
  root: string;
  /** The program's own version. */
  version: string;
  /** Recipient of a test email; null sends none. */
  mailTo: string | null;
}

/** Checks everything that a shop with this configuration needs, and changes nothing. */
export async function examine(examination: Examination): Promise<Finding[]> {
  const { config, root, version, mailTo } = examination;
  const isPublic = !isLoopbackSite(config);
  const providers = paymentProviders.flatMap(
    (name) =>
      config.payments[name]?.({
        now: () => new Date(),
        brandName: async () => '',
        openForMs: 0,
        store: null,
      }) ?? [],
  );
  const origin = config.siteUrl ?? describeListening(config.host, config.port).origin;
  const { smtpUrl, emailFrom: from } = config;
  let backup: Finding | null = null;
  const [directory, database, payments, email] = await Promise.all([
    checkDataDirectory(config.dataDir),
    withDatabase(config, async (opened) => {
      const { findings: found, isCurrent } = await checkDatabase(
        opened,
        path.join(root, 'supabase/migrations'),
      );
      if (!isCurrent) return found;
      const db = createKysely<DB>(opened);
      found.push(...(await checkWork(db)), ...(await checkEvents(db, providers, origin)));
      backup = await checkBackups(config.backup, isPublic, db);
      if (isPublic) {
        const facts = await readFirstDay({ db, providers: {} }, smtpUrl ? 'smtp' : 'none');
        found.push(...checkDemo(facts));
      }
      return found;
    }),
    checkPayments(providers, origin),
    checkEmail({ smtpUrl, from, isPublic, to: mailTo }),
  ]);
  return [
    ok('configuration', 'every value can be used'),
    ...checkProgram(process.version, version),
    ...directory,
    ...database,
    ...payments,
    ...email,
    backup ?? (await checkBackups(config.backup, isPublic, null)),
    ...(isPublic ? [...checkOpening(config.admin.email), ...checkKeys(providers)] : []),
  ];
}

async function withDatabase(
  config: Config,
  work: (database: Database) => Promise<Finding[]>,
): Promise<Finding[]> {
  const about = 'database';
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'postgres'))) {
    return [ok(about, 'the first start creates the embedded one')];
  }
  let database: Database | null = null;
  try {
    database = await open(config);
    return await work(database);
  } catch (error) {
    if (error instanceof DatabaseInUse) return [await askRunningShop(config)];
    return [fault(about, describeFailure(error))];
  } finally {
    await database?.close();
  }
}

async function open({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl) {
    const { openPostgres } = await import('@liv-fit/backend/postgres');
    return openPostgres({ connectionString: databaseUrl, max: 2 });
  }
  const { openPglite } = await import('@liv-fit/backend/pglite');
  return openPglite({ dataDir });
}

/** Only the process that has an embedded database open can read it. */
async function askRunningShop({ host, port }: Config): Promise<Finding> {
  const { localOrigin } = describeListening(host, port);
  const answer = await fetch(`${localOrigin}/readyz`).catch(() => null);
  if (answer?.ok) return ok('database', `in use by the shop at ${localOrigin}, which is ready`);
  return unchecked('database', `in use by another process, and no shop answers at ${localOrigin}`);
}
