/**
 * `npm run import -- DIR`: fills the configured shop (the environment is the shop's own), which has
 * to be empty, from a folder that `npm run export` wrote. Stop the shop first.
 */

import { importData } from '#backend/transfer/import-data.ts';
import { TransferError } from '#backend/transfer/manifest.ts';
import { readConfig } from '#server/env.ts';
import { movedSchemas, replacedTables } from '#server/setup/moved-data.ts';
import { openDatabase } from '#server/setup/open-database.ts';
import { openObjectFiles } from '#server/setup/open-object-files.ts';
import { root } from './run-step.ts';

const [directory] = process.argv.slice(2);
if (!directory) {
  console.error('npm run import -- DIR');
  process.exit(1);
}
const config = readConfig(process.env);
try {
  const { database } = await openDatabase(config, root);
  try {
    const { tables, files } = await importData({
      database,
      files: await openObjectFiles(config),
      schemas: movedSchemas,
      replaced: replacedTables,
      directory,
      report: (message) => console.error(message),
    });
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    console.log(`${rows} rows and ${files.count} files from ${directory}`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof TransferError ? 2 : 1);
}
