import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A migration file `<version>_<name>.sql`. */
export interface Migration {
  version: string;
  name: string;
  path: string;
  sql: string;
  checksum: string;
}

const fileName = /^(\d+)_(.+)\.sql$/;

/** The folder's migrations in version order. Other files are ignored. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => fileName.test(name)).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)));
  for (const [index, migration] of migrations.entries()) {
    if (migrations[index - 1]?.version === migration.version) {
      throw new Error(`Two migrations share the version ${migration.version} in ${directory}.`);
    }
  }
  return migrations;
}

async function readMigration(directory: string, file: string): Promise<Migration> {
  const path = join(directory, file);
  const sql = await readFile(path, 'utf8');
  const [, version = '', name = ''] = fileName.exec(file) ?? [];
  // Line endings may differ between checkouts; the statements don't.
  const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
  return { version, name, path, sql, checksum };
}
