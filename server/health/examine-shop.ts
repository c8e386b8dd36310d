import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createKysely, type Database } from '@liv-fit/backend/database';
import { checkBackups } from '#server/doctor/check-backups.ts';
import { checkDataDirectory } from '#server/doctor/check-data-directory.ts';
import { checkDatabase } from '#server/doctor/check-database.ts';
import { checkEvents } from '#server/doctor/check-events.ts';
import { checkDemo, checkKeys, checkOpening } from '#server/doctor/check-opening.ts';
import { checkProgram } from '#server/doctor/check-program.ts';
import { checkWork } from '#server/doctor/check-work.ts';
import type { Finding } from '#server/doctor/finding.ts';
import { type Config, isLoopbackSite } from '#server/env.ts';
import { readFirstDay } from '#server/first-day/read-first-day.ts';
import type { DB } from '#server/orders/tables.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

export interface RunningShop {
  config: Config;
  /** The project's folder. */
  root: string;
  database: Database;
  providers: readonly PaymentProvider[];
  /** The shop's own origin. */
  origin: string;
}

/**
 * What the Health screen shows: the checks of `npm run doctor`, except those that call other
 * services.
 */
export async function examineShop(shop: RunningShop): Promise<Finding[]> {
  const { config, root, database, providers, origin } = shop;
  const db = createKysely<DB>(database);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const findings = await Promise.all([
    checkWork(db),
    checkEvents(db, providers, origin),
    checkDataDirectory(config.dataDir),
    checkDatabase(database, path.join(root, 'supabase/migrations')).then(
      ({ findings }) => findings,
    ),
    checkBackups(config.backup, !isLoopbackSite(config), db),
  ]);
  if (!isLoopbackSite(config)) {
    const facts = await readFirstDay({ db, providers: {} }, config.smtpUrl ? 'smtp' : 'none');
    findings.push(checkDemo(facts), checkOpening(config.admin.email), checkKeys(providers));
  }
  return [...findings.flat(), ...checkProgram(process.version, version)];
}
