import { createKysely, type Database } from '@liv-fit/backend/database';
import { backupJobs } from '#server/backups/backup-jobs.ts';
import { type BackupPlace, openBackupPlace } from '#server/backups/backup-place.ts';
import { type BackedUpShop, withArchive } from '#server/backups/make-backup.ts';
import { requireRecipient } from '#server/backups/require-recipient.ts';
import { readShopSecrets } from '#server/backups/shop-secrets.ts';
import { removeLeftovers } from '#server/backups/work-folder.ts';
import { describeFailure } from '#server/describe-failure.ts';
import type { Config } from '#server/env.ts';
import type { FunctionDeps } from '#server/functions/function-handler.ts';
import type { Job } from '#server/jobs/job.ts';
import type { DB } from '#server/orders/tables.ts';
import { openObjectFiles } from './open-object-files.ts';

export interface Backups {
  withArchive: FunctionDeps['withArchive'];
  /** Null if BACKUP_TO is not set. */
  place: BackupPlace | null;
  /** Empty if BACKUP_TO is not set. */
  jobs: Job[];
}

/** How the running shop backs itself up. */
export async function openBackups(
  config: Config,
  database: Database,
  report: (message: string) => void,
): Promise<Backups> {
  const shop = await describeShop(config, database, report);
  // Left by a backup or restore that was killed. The shop starts even if something can't be
  // removed.
  await removeLeftovers(config.dataDir).catch((error) => report(describeFailure(error)));
  const { to, s3 } = config.backup;
  const place = to === null ? null : await openBackupPlace(to, s3);
  return {
    withArchive: (use) => withArchive(shop, use),
    place,
    jobs: place ? backupJobs(shop, createKysely<DB>(database), place) : [],
  };
}

/** What a backup consists of. */
export async function describeShop(
  config: Config,
  database: Database,
  report: (message: string) => void,
): Promise<BackedUpShop> {
  const { recipient } = config.backup;
  if (recipient !== null) await requireRecipient(recipient);
  return {
    database,
    files: await openObjectFiles(config),
    secrets: () => readShopSecrets(config, database),
    dataDir: config.dataDir,
    recipient,
    report,
  };
}
