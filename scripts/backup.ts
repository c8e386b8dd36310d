/**
 * `npm run backup -- [DIR]`: backs the shop up into a folder or a store (`s3://bucket/folder`), by
 * default to BACKUP_TO. Uses the shop's own environment; the shop may be running. `-- --new-key`
 * prints a key pair for encrypting backups.
 */
import './plain-errors.ts';
import { createWriteStream, existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { parseArgs } from 'node:util';
import { createKysely } from '@liv-fit/backend/database';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { readBackupName } from '#server/backups/backup-name.ts';
import { type BackupPlace, openBackupPlace } from '#server/backups/backup-place.ts';
import { recordBackup } from '#server/backups/last-backup.ts';
import { storeBackup, withArchive, writeSecrets } from '#server/backups/make-backup.ts';
import { readShopSecrets } from '#server/backups/shop-secrets.ts';
import { withWorkFolder } from '#server/backups/work-folder.ts';
import { type Config, readConfig } from '#server/env.ts';
import type { DB } from '#server/orders/tables.ts';
import { describeShop } from '#server/setup/open-backups.ts';
import { connectDatabase } from '#server/setup/open-database.ts';
import { callRunningShop } from './running-shop.ts';

const { values: flags, positionals } = parseArgs({
  options: { 'new-key': { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (flags['new-key']) await printKeys();
else await backUp(readConfig(process.env), positionals[0]);

async function printKeys(): Promise<void> {
  const identity = await generateX25519Identity();
  process.stdout.write(
    [
      'Set this in the shop’s environment:',
      `BACKUP_RECIPIENT=${await identityToRecipient(identity)}`,
      'Keep this line in a file elsewhere. Without it no backup can be read:',
      identity,
      '',
    ].join('\n'),
  );
}

async function backUp(config: Config, given: string | undefined): Promise<void> {
  const address = given ?? config.backup.to;
  if (!address) throw new Error('npm run backup -- DIR, or set BACKUP_TO.');
  const place = await openBackupPlace(address, config.backup.s3);
  if (config.databaseUrl) return backUpHere(config, place);
  if (!existsSync(path.join(config.dataDir, 'postgres'))) {
    throw new Error(
      `There is no shop in ${config.dataDir}: nothing to back up. Is DATA_DIR right?`,
    );
  }
  const answer = await callRunningShop(config, 'backup', { to: place.address });
  return answer ? keepAnswer(answer, config, place) : backUpHere(config, place);
}

async function backUpHere(config: Config, place: BackupPlace): Promise<void> {
  const database = await connectDatabase(config);
  try {
    const shop = await describeShop(config, database, (message) => console.error(message));
    await withArchive(shop, async (archive) => {
      await storeBackup(place, archive);
      const { at, bytes } = archive;
      await recordBackup(createKysely<DB>(database), { at, to: place.address, bytes });
      tell(archive, place);
    });
  } finally {
    await database.close();
  }
}

/** The running shop holds the embedded database, so the shop itself sent this backup. */
async function keepAnswer(answer: Response, config: Config, place: BackupPlace): Promise<void> {
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  if (!answer.body || !name) throw new Error('The running shop is of an older version.');
  const { body } = answer;
  await withWorkFolder(config.dataDir, 'work', async (folder) => {
    const file = path.join(folder, name);
    await pipeline(
      Readable.fromWeb(body as ReadableStream),
      createWriteStream(file, { mode: 0o600 }),
    );
    const { recipient } = config.backup;
    const isEncrypted = readBackupName(name)?.isEncrypted ?? false;
    const secrets =
      isEncrypted && recipient
        ? await writeSecrets(folder, name, await readShopSecrets(config, null), recipient)
        : null;
    await storeBackup(place, { name, path: file, secrets });
    const count = (header: string) => Number(answer.headers.get(header));
    const bytes = count('content-length');
    tell({ name, rows: count('x-rows'), files: count('x-files'), bytes }, place);
  });
}

interface Told {
  name: string;
  rows: number;
  files: number;
  bytes: number;
}

function tell({ name, rows, files, bytes }: Told, place: BackupPlace): void {
  console.log(`${rows} rows and ${files} files in ${place.address}/${name} (${bytes} bytes)`);
}
