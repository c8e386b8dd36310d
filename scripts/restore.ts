/**
 * `npm run restore -- DIR [--identity FILE] [--check]`: fills the configured shop, which must be
 * empty and stopped, from the newest backup in a place, or from the backup named. `--check` only
 * checks that it is intact, and which of the shop's secrets are missing. Afterwards, emails and
 * jobs wait for `npm run restore -- --confirm` or the button on the Health screen.
 */
import './plain-errors.ts';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createKysely } from '@liv-fit/backend/database';
import { TransferError } from '@liv-fit/backend/transfer';
import { type FoundSecrets, restoreBackup, withBackup } from '#server/backups/restore-backup.ts';
import { awaitsConfirmation, confirmRestore } from '#server/backups/restored-shop.ts';
import { storeShopSecrets } from '#server/backups/shop-secrets.ts';
import { describeFailure } from '#server/describe-failure.ts';
import { type Config, readConfig } from '#server/env.ts';
import type { ReconcileRun } from '#server/orders/reconcile/read-runs.ts';
import type { DB } from '#server/orders/tables.ts';
import { connectDatabase, openDatabase } from '#server/setup/open-database.ts';
import { openObjectFiles } from '#server/setup/open-object-files.ts';
import { describeRuns } from './reconcile/describe-runs.ts';
import { root } from './run-step.ts';
import { callRunningShop } from './running-shop.ts';

const { values: flags, positionals } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    confirm: { type: 'boolean', default: false },
    identity: { type: 'string' },
  },
  allowPositionals: true,
});

const [address] = positionals;
try {
  const config = readConfig(process.env);
  if (flags.confirm) await confirm(config);
  else if (address) await restore(config, address);
  else throw new Error('npm run restore -- DIR [--identity FILE] [--check], or --confirm');
} catch (error) {
  console.error(describeFailure(error));
  process.exit(error instanceof TransferError ? 2 : 1);
}

async function restore(config: Config, from: string): Promise<void> {
  const { s3 } = config.backup;
  const source = {
    address: from,
    s3,
    identity: await readIdentity(),
    workDirectory: config.dataDir,
  };
  await withBackup(source, async (backup) => {
    const { tables, files, createdAt } = backup.content;
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    const summary = `${rows} rows and ${files.count} files of ${createdAt}`;
    if (flags.check) {
      console.log(`The backup is whole: ${summary}.`);
      for (const line of describeSecrets(backup.secrets, 'are beside it')) console.log(line);
      return;
    }
    const { database } = await openDatabase(config, root);
    try {
      const report = (message: string) => console.error(message);
      // Secrets first: a shop that already has rows cannot be restored again.
      if (backup.secrets.values) await storeShopSecrets(config, database, backup.secrets.values);
      await restoreBackup(backup, { database, files: await openObjectFiles(config), report });
    } finally {
      await database.close();
    }
    console.log(`${summary}.`);
    for (const line of describeSecrets(backup.secrets, 'are back')) console.log(line);
    console.log(
      'Emails and jobs wait: start the shop, look at it, and confirm on the Health screen or by npm run restore -- --confirm.',
    );
  });
}

/** Which of the shop's secrets are there, and which are missing. */
function describeSecrets({ values, names }: FoundSecrets, are: string): string[] {
  const known = names ?? [];
  const stored = Object.keys(values ?? {});
  const missing = known.filter((name) => !stored.includes(name));
  const lines = stored.length > 0 ? [`The shop's secrets ${are}: ${stored.join(', ')}.`] : [];
  if (names === null || missing.length > 0) {
    const which = missing.length > 0 ? ` ${missing.join(', ')}` : '';
    lines.push(
      `Warning: the backup does not hold these secrets of the shop:${which}`.replace(/:$/, '.'),
      'Copy them from DATA_DIR/secrets of the former shop or set their variables before you start, or new ones are made: what was made with the old ones no longer works.',
    );
  }
  return lines;
}

/** The first key in a file written by age-keygen. */
async function readIdentity(): Promise<string | null> {
  if (!flags.identity) return null;
  const lines = (await readFile(flags.identity, 'utf8')).split('\n').map((line) => line.trim());
  const identity = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (!identity)
    throw new Error(`${flags.identity} holds no key, which begins with AGE-SECRET-KEY-.`);
  return identity;
}

async function confirm(config: Config): Promise<void> {
  const answer = await callRunningShop(config, 'confirm-restore');
  if (answer) {
    const { runs } = (await answer.json()) as { runs: ReconcileRun[] };
    console.log('Confirmed: emails and jobs go on.');
    process.stdout.write(describeRuns(runs));
    return;
  }
  const database = await connectDatabase(config);
  try {
    const db = createKysely<DB>(database);
    const wasHeld = await awaitsConfirmation(db);
    await confirmRestore(db);
    console.log(
      wasHeld ? 'Confirmed: the shop goes on when it is started.' : 'There is nothing to confirm.',
    );
  } finally {
    await database.close();
  }
}
