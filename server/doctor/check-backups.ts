import { listBackups } from '#server/backups/backup-name.ts';
import { openBackupPlace } from '#server/backups/backup-place.ts';
import { type LastBackup, readLastBackup } from '#server/backups/last-backup.ts';
import { requireRecipient } from '#server/backups/require-recipient.ts';
import type { Config } from '#server/env.ts';
import type { Tables } from '#server/orders/tables.ts';
import { type Finding, fault, ok, unchecked } from './finding.ts';

const about = 'backup';
const hour = 60 * 60_000;
const patienceMs = 26 * hour;

/**
 * How old the newest backup is, and where it is stored: what BACKUP_TO actually contains, or else
 * what `npm run backup` recorded. `db` is null if the database can't be queried.
 */
export async function checkBackups(
  { to, recipient, s3 }: Config['backup'],
  isPublic: boolean,
  db: Tables | null,
): Promise<Finding> {
  if (to === null) {
    const last = db && (await readLastBackup(db));
    if (last) return describe(last.at, last);
    const advice = 'No backups are made: set BACKUP_TO, and BACKUP_RECIPIENT to encrypt them.';
    return isPublic ? fault(about, advice) : ok(about, advice);
  }
  try {
    if (recipient !== null) await requireRecipient(recipient);
  } catch (error) {
    return fault(about, error instanceof Error ? error.message : String(error));
  }
  try {
    const place = await openBackupPlace(to, s3);
    const [newest] = listBackups(await place.list());
    if (!newest) {
      return unchecked(about, `There is none in ${to} yet: the running shop makes one a day.`);
    }
    const finding = describe(newest.at, { to });
    if (recipient === null || newest.isEncrypted || finding.state !== 'ok') return finding;
    return fault(about, `${finding.detail}, not encrypted: it was made without BACKUP_RECIPIENT.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fault(about, `The backups in ${to} cannot be read (${reason}): check BACKUP_TO.`);
  }
}

function describe(at: Date, { to }: Pick<LastBackup, 'to'>): Finding {
  const time = at.toISOString().slice(0, 16).replace('T', ' ');
  const age = Date.now() - at.getTime();
  const found = `the last one is ${describeAge(age)} old (${time} UTC), in ${to}`;
  if (age <= patienceMs) return ok(about, found);
  return fault(about, `${found}: it should be a day old at most. The shop's log says why.`);
}

function describeAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
