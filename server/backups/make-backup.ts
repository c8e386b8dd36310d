import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@liv-fit/backend/database';
import { exportData, type ObjectFiles } from '@liv-fit/backend/transfer';
import { exportedSchemas, rowsNotExported } from '#server/setup/export-scope.ts';
import { freeBytes } from '#server/setup/free-bytes.ts';
import { packExport } from './archive.ts';
import { backupFileName, listBackups, secretsFileName } from './backup-name.ts';
import type { BackupPlace } from './backup-place.ts';
import { expiredBackups, longestRetentionMs } from './expired-backups.ts';
import { listErasures } from './noted-erasures.ts';
import { encryptSecrets, type ShopSecrets } from './shop-secrets.ts';
import { removeLeftovers, withWorkFolder } from './work-folder.ts';

export interface BackedUpShop {
  database: Database;
  files: ObjectFiles;
  secrets: () => Promise<ShopSecrets>;
  /** Backups are assembled in this folder. */
  dataDir: string;
  /** An age public key; null leaves backups unencrypted, and without the shop's secrets. */
  recipient: string | null;
  /** Called for files that rows refer to but that are missing. */
  report: (message: string) => void;
}

export interface Archive {
  name: string;
  /** When it was started. */
  at: Date;
  path: string;
  bytes: number;
  rows: number;
  files: number;
  /** The file with the shop's secrets, if they are encrypted. */
  secrets: string | null;
}

const day = 24 * 60 * 60_000;
const megabyte = 1024 * 1024;
/** How much of DATA_DIR's disk must remain free: with less, the shop would soon refuse requests. */
const spared = 500 * megabyte;

/** Writes the whole shop into one file, which is deleted when `use` ends. */
export async function withArchive<T>(
  shop: BackedUpShop,
  use: (archive: Archive) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { database, files, dataDir, recipient, report } = shop;
  await removeLeftovers(dataDir);
  await requireRoom(database, dataDir);
  return withWorkFolder(dataDir, 'work', async (folder) => {
    const directory = path.join(folder, 'export');
    const exported = await exportData({
      database,
      files,
      schemas: exportedSchemas,
      leftOut: rowsNotExported,
      directory,
      report,
      signal,
    });
    const at = new Date(exported.createdAt);
    const name = backupFileName(at, recipient !== null);
    const secrets = await shop.secrets();
    const names = JSON.stringify({ names: Object.keys(secrets) });
    await writeFile(path.join(directory, 'secrets.json'), names, { mode: 0o600 });
    const file = path.join(folder, name);
    await packExport({ directory, file, recipient }, signal);
    await rm(directory, { recursive: true });
    return await use({
      name,
      at,
      path: file,
      bytes: (await stat(file)).size,
      rows: Object.values(exported.tables).reduce((sum, { rows }) => sum + rows, 0),
      files: Object.keys(exported.files).length,
      secrets: recipient === null ? null : await writeSecrets(folder, name, secrets, recipient),
    });
  });
}

/** Writes the encrypted secrets into a file next to the backup called `backup`. */
export async function writeSecrets(
  folder: string,
  backup: string,
  secrets: ShopSecrets,
  recipient: string,
): Promise<string> {
  const file = path.join(folder, secretsFileName(backup));
  await writeFile(file, await encryptSecrets(secrets, recipient), { mode: 0o600 });
  return file;
}

/** Stores a backup in its place and only then removes expired ones. */
export async function storeBackup(
  place: BackupPlace,
  archive: Pick<Archive, 'name' | 'path' | 'secrets'>,
): Promise<void> {
  if (archive.secrets) await place.keep(secretsFileName(archive.name), archive.secrets);
  await place.keep(archive.name, archive.path);
  const names = await place.list();
  const now = new Date();
  const erasures = listErasures(names).filter(
    ({ at }) => now.getTime() - at.getTime() > longestRetentionMs + day,
  );
  const over = expiredBackups(listBackups(names), now).map(({ name }) => name);
  await place.remove([...over, ...over.map(secretsFileName), ...erasures.map(({ name }) => name)]);
}

/** DATA_DIR must have room for a copy and for the file made from it, both at once. */
async function requireRoom(database: Database, dataDir: string): Promise<void> {
  const { rows } = await database.query<{ bytes: number }>({
    text: `select (2 * (pg_database_size(current_database()) + (
        select coalesce(sum((metadata ->> 'size')::numeric), 0) from storage.objects
      )))::float8 as bytes`,
  });
  const free = await freeBytes(dataDir);
  const needed = (rows[0]?.bytes ?? 0) + spared;
  if (free === null || free >= needed) return;
  const [has, takes] = [free, needed].map((bytes) => Math.ceil(bytes / megabyte));
  throw new Error(`The disk of DATA_DIR has ${has} MB left, and a backup needs ${takes} MB there.`);
}
