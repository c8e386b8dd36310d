import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Connection, Database } from '../database/database.ts';
import {
  describeTables,
  exportedColumns,
  readMigrationVersions,
  type TransferTable,
} from './describe-tables.ts';
import { filePath, type Manifest, rowsPath, TransferError, writeManifest } from './manifest.ts';
import type { MovedObject, ObjectFiles } from './object-files.ts';

export interface ExportOptions {
  database: Database;
  files: ObjectFiles;
  /** Schemas whose tables are all exported, besides accounts and stored objects. */
  schemas: readonly string[];
  /** Conditions by table for rows that must not leave the database. */
  leftOut?: Readonly<Record<string, string>>;
  /** Created if missing; must be empty. */
  directory: string;
  /** Called with files that rows refer to but that are missing. */
  report: (message: string) => void;
  /** Aborts the export, which then rejects. */
  signal?: AbortSignal | undefined;
}

/** Rows in memory at a time. */
const BATCH = 500;

/**
 * Writes everything into a folder: rows from one snapshot, then the files that they refer to.
 * Throws TransferError if the folder can't be used.
 */
export async function exportData(options: ExportOptions): Promise<Manifest> {
  const { database, directory, schemas, leftOut = {}, signal } = options;
  if ((await readdir(directory).catch(() => [])).length > 0) {
    throw new TransferError(`${directory} is not empty.`);
  }
  await mkdir(join(directory, 'tables'), { recursive: true, mode: 0o700 });
  await mkdir(join(directory, 'files'), { recursive: true, mode: 0o700 });

  const objects: MovedObject[] = [];
  const connection = await database.connectToSnapshot();
  let rows: Pick<Manifest, 'tables' | 'migrations'>;
  let createdAt: string;
  try {
    createdAt = await readTime(connection);
    const tables: Manifest['tables'] = {};
    for (const table of await describeTables(connection, schemas)) {
      signal?.throwIfAborted();
      const path = rowsPath(directory, table.name);
      tables[table.name] = await writeRows(connection, table, path, leftOut[table.name]);
    }
    objects.push(...(await readObjects(connection)));
    rows = { tables, migrations: await readMigrationVersions(connection) };
  } finally {
    connection.release();
  }

  const files: Manifest['files'] = {};
  const missing: string[] = [];
  for (const object of objects) {
    signal?.throwIfAborted();
    const bytes = await options.files.read(object);
    if (bytes) files[object.id] = await writeHashed(bytes, filePath(directory, object.id));
    else {
      options.report(`The file of ${object.bucket_id}/${object.name} is missing.`);
      missing.push(object.id);
    }
  }
  const manifest: Manifest = { format: 2, createdAt, ...rows, files, missing };
  await writeManifest(directory, manifest);
  return manifest;
}

/** The snapshot's own time: getting the connection may have taken a while, during which rows were written. */
async function readTime(snapshot: Connection): Promise<string> {
  const { rows } = await snapshot.query<{ at: Date }>({ text: 'select clock_timestamp() as at' });
  return (rows[0]?.at ?? new Date()).toISOString();
}

/** One row per line in PostgreSQL's own JSON: no digit passes through JavaScript. */
async function writeRows(
  connection: Connection,
  table: TransferTable,
  path: string,
  leftOut = 'false',
): Promise<{ rows: number; sha256: string }> {
  let count = 0;
  await connection.query({
    text: `declare exported cursor for
      select row_to_json(line.*)::text as line
      from (
        select ${exportedColumns(table)} from ${table.sql} where not (${leftOut}) order by 1
      ) as line`,
  });
  async function* lines() {
    for (;;) {
      const { rows } = await connection.query<{ line: string }>({
        text: `fetch ${BATCH} from exported`,
      });
      for (const { line } of rows) {
        count += 1;
        yield Buffer.from(`${line}\n`);
      }
      if (rows.length < BATCH) return;
    }
  }
  const { sha256 } = await writeHashed(Readable.from(lines()), path);
  await connection.query({ text: 'close exported' });
  return { rows: count, sha256 };
}

async function writeHashed(
  source: Readable,
  path: string,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    output,
  );
  return { bytes: output.bytesWritten, sha256: hash.digest('hex') };
}

async function readObjects(connection: Connection): Promise<MovedObject[]> {
  const { rows } = await connection.query<MovedObject>({
    text: `select id, bucket_id, name, version, metadata, user_metadata
      from storage.objects order by id`,
  });
  return rows;
}
