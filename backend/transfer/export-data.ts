import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Connection, Database } from '../database/database.ts';
import { describeTables, readMigrationVersions, type TransferTable } from './describe-tables.ts';
import { filePath, type Manifest, rowsPath, TransferError, writeManifest } from './manifest.ts';
import type { MovedObject, ObjectFiles } from './object-files.ts';

export interface ExportOptions {
  database: Database;
  files: ObjectFiles;
  /** Schemas whose tables are exported whole, beside accounts and stored objects. */
  schemas: readonly string[];
  /** Is made; it must be empty or not there. */
  directory: string;
  /** Hears of files that their rows name and that are missing. */
  report: (message: string) => void;
}

/** Rows that are in memory at once. */
const BATCH = 500;

/**
 * Writes everything into a folder: rows as one moment shows them, then the files that they name.
 * Throws TransferError where the folder cannot be used.
 */
export async function exportData(options: ExportOptions): Promise<Manifest> {
  const { database, directory, schemas } = options;
  if ((await readdir(directory).catch(() => [])).length > 0) {
    throw new TransferError(`${directory} is not empty.`);
  }
  await mkdir(join(directory, 'tables'), { recursive: true, mode: 0o700 });
  await mkdir(join(directory, 'files'), { recursive: true });

  const objects: MovedObject[] = [];
  const connection = await database.connect();
  let rows: { tables: Record<string, number>; migrations: string[] };
  try {
    await connection.query({ text: 'begin isolation level repeatable read read only' });
    const tables: Record<string, number> = {};
    for (const table of await describeTables(connection, schemas)) {
      tables[table.name] = await writeRows(connection, table, rowsPath(directory, table.name));
    }
    objects.push(...(await readObjects(connection)));
    rows = { tables, migrations: await readMigrationVersions(connection) };
    await connection.query({ text: 'commit' });
  } finally {
    connection.release();
  }

  const files = { count: 0, bytes: 0 };
  for (const object of objects) {
    const bytes = await options.files.read(object);
    if (!bytes) {
      options.report(`The file of ${object.bucket_id}/${object.name} is missing.`);
      continue;
    }
    const output = createWriteStream(filePath(directory, object.id), { flags: 'wx' });
    await pipeline(bytes, output);
    files.count += 1;
    files.bytes += output.bytesWritten;
  }
  const manifest: Manifest = { format: 1, createdAt: new Date().toISOString(), ...rows, files };
  await writeManifest(directory, manifest);
  return manifest;
}

/** One row a line, as PostgreSQL itself writes it in JSON: no digit passes through JavaScript. */
async function writeRows(
  connection: Connection,
  table: TransferTable,
  path: string,
): Promise<number> {
  let count = 0;
  await connection.query({
    text: `declare exported cursor for
      select row_to_json(line)::text as line
      from (select ${table.columns.join(', ')} from ${table.sql} order by 1) as line`,
  });
  async function* lines() {
    for (;;) {
      const { rows } = await connection.query<{ line: string }>({
        text: `fetch ${BATCH} from exported`,
      });
      for (const { line } of rows) {
        count += 1;
        yield `${line}\n`;
      }
      if (rows.length < BATCH) return;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  await connection.query({ text: 'close exported' });
  return count;
}

async function readObjects(connection: Connection): Promise<MovedObject[]> {
  const { rows } = await connection.query<MovedObject>({
    text: `select id, bucket_id, name, version, metadata, user_metadata
      from storage.objects order by id`,
  });
  return rows;
}
