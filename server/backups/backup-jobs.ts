import type { Job } from '#server/jobs/job.ts';
import type { Tables } from '#server/orders/tables.ts';
import { listBackups } from './backup-name.ts';
import type { BackupPlace } from './backup-place.ts';
import { clearFailedBackup, recordBackup, recordFailedBackup } from './last-backup.ts';
import { type BackedUpShop, storeBackup, withArchive } from './make-backup.ts';
import { recordErasures } from './noted-erasures.ts';

const minute = 60_000;
/** A little less than a day, so that backups don't drift later every day. */
const backupEvery = 23.5 * 60 * minute;

/** One backup per day, and a note next to the backups for each erased account or guest. */
export function backupJobs(shop: BackedUpShop, db: Tables, place: BackupPlace): Job[] {
  return [
    {
      name: 'backup',
      everyMs: 10 * minute,
      firstAfterMs: minute,
      run: (signal) => backUpOnceADay(shop, db, place, signal),
    },
    { name: 'erasures', everyMs: minute / 4, run: () => recordErasures(db, place) },
  ];
}

async function backUpOnceADay(
  shop: BackedUpShop,
  db: Tables,
  place: BackupPlace,
  signal: AbortSignal,
): Promise<void> {
  try {
    const [newest] = listBackups(await place.list());
    if (newest && Date.now() - newest.at.getTime() < backupEvery)
      return await clearFailedBackup(db);
    const keep = withArchive(
      shop,
      async (archive) => {
        await storeBackup(place, archive);
        await recordBackup(db, { at: archive.at, to: place.address, bytes: archive.bytes });
      },
      signal,
    );
    await untilAborted(keep, signal);
  } catch (error) {
    if (signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    await recordFailedBackup(db, { at: new Date(), reason });
    throw error;
  }
}

/** So that shutting down does not wait for a slow backup store. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await Promise.race([work, aborted]);
}
