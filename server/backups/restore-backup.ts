import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Connection, Database } from '@liv-fit/backend/database';
import {
  type CheckedExport,
  checkExport,
  importData,
  type ObjectFiles,
  TransferError,
} from '@liv-fit/backend/transfer';
import { z } from 'zod';
import {
  exportedSchemas,
  rebuildDerivedTables,
  tablesReplacedOnImport,
} from '#server/setup/export-scope.ts';
import { unpackExport } from './archive.ts';
import { listBackups, readBackupName, secretsFileName } from './backup-name.ts';
import { type BackupPlace, isS3Url, openBackupPlace, type S3Access } from './backup-place.ts';
import { listErasures, type RecordedErasure } from './noted-erasures.ts';
import { decryptSecrets, type ShopSecrets } from './shop-secrets.ts';
import { withWorkFolder } from './work-folder.ts';

export interface FoundBackup {
  /** The unpacked export. */
  directory: string;
  content: CheckedExport;
  /** Accounts and guests who were erased after the backup was started. */
  erasures: RecordedErasure[];
  secrets: FoundSecrets;
}

export interface FoundSecrets {
  /** Null if they are not next to the backup, or no key was given. */
  values: ShopSecrets | null;
  /** The names of the secrets that the shop had; null if the backup does not say. */
  names: string[] | null;
}

export interface BackupSource {
  /** A place with backups (the newest is used), a single backup, or the folder of an export. */
  address: string;
  s3: S3Access | null;
  /** An age secret key, for an encrypted backup. */
  identity: string | null;
  /** The folder to unpack the backup in. */
  workDirectory: string;
}

/**
 * Fetches, decrypts, unpacks and checks a backup. Its files are deleted when `use` ends. Throws
 * TransferError if there is none, or if it is damaged.
 */
export async function withBackup<T>(
  source: BackupSource,
  use: (backup: FoundBackup) => Promise<T>,
): Promise<T> {
  const { address, workDirectory } = source;
  const { place, name } = await locate(source);
  return withWorkFolder(workDirectory, 'restored', async (folder) => {
    const erasures = listErasures(await place.list());
    const directory = name === null ? address : await fetchBackup(source, place, name, folder);
    const content = await checkExport(directory);
    const after = new Date(content.createdAt);
    return await use({
      directory,
      content,
      erasures: erasures.filter(({ at }) => at > after),
      secrets: {
        values: name === null ? null : await fetchSecrets(source, place, name),
        names: await readNames(path.join(directory, 'secrets.json')),
      },
    });
  });
}

interface Located {
  place: BackupPlace;
  /** Null for the folder of an export. */
  name: string | null;
}

async function locate({ address, s3 }: BackupSource): Promise<Located> {
  if (readBackupName(path.posix.basename(address))) {
    const parent = isS3Url(address) ? path.posix.dirname(address) : path.dirname(address);
    return { place: await openBackupPlace(parent, s3), name: path.posix.basename(address) };
  }
  const place = await openBackupPlace(address, s3);
  if (!isS3Url(address)) {
    const found = await stat(address).catch(() => null);
    if (!found) throw new TransferError(`${address} does not exist.`);
    if (!found.isDirectory()) throw new TransferError(`${address} is not a backup of a shop.`);
    if (existsSync(path.join(address, 'manifest.json'))) return { place, name: null };
  }
  const [newest] = listBackups(await place.list());
  if (!newest) throw new TransferError(`There is no backup in ${address}.`);
  return { place, name: newest.name };
}

async function fetchBackup(
  { identity }: BackupSource,
  place: BackupPlace,
  name: string,
  folder: string,
): Promise<string> {
  const isEncrypted = readBackupName(name)?.isEncrypted ?? false;
  if (isEncrypted && identity === null) {
    throw new TransferError(`${name} is encrypted: name the file of its key by --identity FILE.`);
  }
  const stored = await place.open(name);
  if (!stored) throw new TransferError(`${name} is not in ${place.address}.`);
  const file = path.join(folder, name);
  await pipeline(stored, createWriteStream(file, { mode: 0o600 }));
  const directory = path.join(folder, 'export');
  await mkdir(directory, { mode: 0o700 });
  await unpackExport(file, directory, isEncrypted ? identity : null);
  await rm(file);
  return directory;
}

async function fetchSecrets(
  { identity }: BackupSource,
  place: BackupPlace,
  name: string,
): Promise<ShopSecrets | null> {
  if (identity === null || !readBackupName(name)?.isEncrypted) return null;
  const stored = await place.open(secretsFileName(name));
  return stored && decryptSecrets(await buffer(stored), identity);
}

/** Null for the folder of an export, which does not list secrets. */
async function readNames(file: string): Promise<string[] | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : secretsFile.parse(JSON.parse(text)).names;
}

const secretsFile = z.object({ names: z.array(z.string()) });

export interface RestoreOptions {
  /** Migrated and empty. */
  database: Database;
  files: ObjectFiles;
  report: (message: string) => void;
}

/**
 * Fills the shop with the backup and, in the same transaction, holds it: nothing goes out until
 * somebody confirms that the former shop has stopped, since emails that were waiting when the
 * backup was made may have gone out since. Such emails wait for an admin; new messages and low
 * stock are only shown in the admin area.
 */
export async function restoreBackup(
  { directory, content, erasures }: FoundBackup,
  { database, files, report }: RestoreOptions,
): Promise<void> {
  await importData({
    database,
    files,
    schemas: exportedSchemas,
    replaced: tablesReplacedOnImport,
    directory,
    report,
    async derive(connection) {
      await rebuildDerivedTables(connection);
      await hold(connection, content.createdAt, erasures);
    },
  });
}

async function hold(
  connection: Connection,
  backupAt: string,
  erasures: readonly RecordedErasure[],
): Promise<void> {
  await connection.query({
    text: 'insert into private.restores (backup_at) values ($1)',
    values: [backupAt],
  });
  await connection.query({
    text: `update private.email_outbox
      set status = 'failed', leased_until = null,
        last_error = 'It waited when the backup was made, and may have been sent since.'
      where status = 'queued'`,
  });
  await connection.query({ text: 'delete from private.contact_notices' });
  await connection.query({
    text: `insert into private.told_low_stock (product_id, sold_out)
      select id, stock = 0 from public.products where stock <= private.low_stock()
      on conflict (product_id) do update set sold_out = excluded.sold_out`,
  });
  const time = backupAt.slice(0, 16).replace('T', ' ');
  await connection.query({
    text: `insert into public.incidents (kind, detail, opened_at)
      values ('restore_unconfirmed', $1, now())
      on conflict (kind, provider) where closed_at is null do update set detail = excluded.detail`,
    values: [`The backup is of ${time} UTC.`],
  });
  const moments = erasures.map(({ at }) => at.toISOString());
  await connection.query({
    text: `insert into private.erasures (account_id, erased_at, noted_at)
      select account_id::uuid, max(erased_at::timestamptz), now()
      from unnest($1::text[], $2::text[]) as noted (account_id, erased_at)
      where account_id is not null
      group by account_id
      on conflict (account_id) do update
        set erased_at = excluded.erased_at, noted_at = excluded.noted_at, under_way = false`,
    values: [erasures.map(({ accountId }) => accountId), moments],
  });
  await connection.query({
    text: `insert into private.erased_guests (address_hash, erased_at, noted_at, due)
      select address_hash, max(erased_at::timestamptz), now(), true
      from unnest($1::text[], $2::text[]) as noted (address_hash, erased_at)
      where address_hash is not null
      group by address_hash
      on conflict (address_hash) do update set erased_at = excluded.erased_at, due = true`,
    values: [erasures.map(({ addressHash }) => addressHash), moments],
  });
}
