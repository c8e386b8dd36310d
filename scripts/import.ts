/**
 * `npm run import -- DIR [--check]`: fills the configured shop (from the shop's own environment),
 * which must be empty, from a folder written by `npm run export`. Stop the shop first. A damaged
 * export is refused before anything is opened; `--check` stops there and changes nothing.
 */

import './plain-errors.ts';
import { checkExport, importData, TransferError } from '@liv-fit/backend/transfer';
import { describeFailure } from '#server/describe-failure.ts';
import { readConfig } from '#server/env.ts';
import {
  exportedSchemas,
  rebuildDerivedTables,
  tablesReplacedOnImport,
} from '#server/setup/export-scope.ts';
import { openDatabase } from '#server/setup/open-database.ts';
import { openObjectFiles } from '#server/setup/open-object-files.ts';
import { root } from './run-step.ts';

const options = process.argv.slice(2);
const [directory, ...more] = options.filter((option) => option !== '--check');
if (!directory || more.length > 0 || directory.startsWith('--')) {
  console.error('npm run import -- DIR [--check]');
  process.exit(1);
}
try {
  const checked = await checkExport(directory);
  const rows = Object.values(checked.tables).reduce((sum, count) => sum + count, 0);
  const summary = `${rows} rows and ${checked.files.count} files`;
  if (!checked.hasChecksums) {
    console.error('The export was made by an older version: only its counts were compared.');
  }
  if (options.includes('--check'))
    console.log(`${directory} is whole: ${summary} of ${checked.createdAt}`);
  else {
    await fill(directory);
    console.log(`${summary} from ${directory}`);
  }
} catch (error) {
  console.error(describeFailure(error));
  process.exit(error instanceof TransferError ? 2 : 1);
}

async function fill(directory: string): Promise<void> {
  const config = readConfig(process.env);
  const { database } = await openDatabase(config, root);
  try {
    await importData({
      database,
      files: await openObjectFiles(config),
      schemas: exportedSchemas,
      replaced: tablesReplacedOnImport,
      derive: rebuildDerivedTables,
      directory,
      report: (message) => console.error(message),
    });
  } finally {
    await database.close();
  }
}
