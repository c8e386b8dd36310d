/**
 * `npm run export -- DIR`: writes rows, accounts and files of the configured shop (from the shop's
 * own environment) to a new folder. Only one process can open the embedded database, so stop the
 * shop first; on PostgreSQL it may keep running.
 */

import './plain-errors.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { exportData, TransferError } from '@liv-fit/backend/transfer';
import { describeFailure } from '#server/describe-failure.ts';
import { readConfig } from '#server/env.ts';
import { exportedSchemas, rowsNotExported } from '#server/setup/export-scope.ts';
import { openDatabase } from '#server/setup/open-database.ts';
import { openObjectFiles } from '#server/setup/open-object-files.ts';
import { root } from './run-step.ts';

const [directory] = process.argv.slice(2);
if (!directory) {
  console.error('npm run export -- DIR');
  process.exit(1);
}
const config = readConfig(process.env);
// Opening it would create a new shop, whose export looks like a real one.
if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'postgres'))) {
  console.error(`There is no shop in ${config.dataDir}: nothing to export. Is DATA_DIR right?`);
  process.exit(1);
}
try {
  const { database } = await openDatabase(config, root);
  try {
    const { tables, files } = await exportData({
      database,
      files: await openObjectFiles(config),
      schemas: exportedSchemas,
      leftOut: rowsNotExported,
      directory,
      report: (message) => console.error(message),
    });
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    const stored = Object.values(files);
    const bytes = stored.reduce((sum, file) => sum + file.bytes, 0);
    console.log(`${rows} rows and ${stored.length} files (${bytes} bytes) in ${directory}`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(describeFailure(error));
  process.exit(error instanceof TransferError ? 2 : 1);
}
