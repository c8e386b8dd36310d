/** A backup's name contains its start time, so that a listing alone shows what there is. */
const pattern = /^livfit-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(\.age)?$/;

export interface NamedBackup {
  name: string;
  /** When the backup was started; later changes may be missing from it. */
  at: Date;
  isEncrypted: boolean;
}

export function backupFileName(at: Date, isEncrypted: boolean): string {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '');
  return `livfit-${time}.tar.gz${isEncrypted ? '.age' : ''}`;
}

/**
 * The file next to an encrypted backup that holds the shop's secrets, since the backup may be
 * stored elsewhere.
 */
export const secretsFileName = (backup: string) => backup.replace('.tar.gz.age', '.secrets.age');

/** Null for any other file: a place may hold more than backups. */
export function readBackupName(name: string): NamedBackup | null {
  const [, day, hours, minutes, seconds, suffix] = pattern.exec(name) ?? [];
  if (!day) return null;
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at.getTime()) ? null : { name, at, isEncrypted: suffix !== undefined };
}

/** Newest first. */
export function listBackups(names: readonly string[]): NamedBackup[] {
  return names
    .flatMap((name) => readBackupName(name) ?? [])
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}
