import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Connection, Database, Queryable } from '../database/database.ts';
import { type CheckedExport, checkExport } from './check-export.ts';
import { describeTables, readMigrationVersions, type TransferTable } from './describe-tables.ts';
import { filePath, rowsPath, TransferError } from './manifest.ts';
import type { MovedObject, ObjectFiles } from './object-files.ts';
import { restTriggers } from './rest-triggers.ts';

export interface ImportOptions {
  /** Migrated and empty. */
  database: Database;
  files: ObjectFiles;
  schemas: readonly string[];
  /** Tables whose rows are replaced: migrations and the shop's start leave some behind. */
  replaced: readonly string[];
  /** Fills in what is derived from the rows, since their triggers were disabled. In the same transaction. */
  derive?: (connection: Connection) => Promise<void>;
  directory: string;
  report: (message: string) => void;
}

const BATCH = 200;

/**
 * Fills an empty database from a complete folder written by `exportData`. Rows go into one
 * transaction, so all of them are imported or none. Throws TransferError if the two don't match.
 */
export async function importData(options: ImportOptions): Promise<CheckedExport> {
  const { database, directory, files } = options;
  const manifest = await checkExport(directory);
  const plan = await planImport(options, manifest);
  const objects = await readObjects(directory);

  // A file without a row is eventually swept up; a row without a file would be a broken image.
  if (!files.makesRows) await writeFiles(options, objects);
  const connection = await database.connect();
  try {
    await connection.query({ text: 'begin' });
    const rest = await restTriggers(connection, plan);
    for (const table of plan) {
      if (options.replaced.includes(table.name)) {
        await connection.query({ text: `delete from ${table.sql}` });
      }
    }
    for (const table of plan) {
      const inserted = await insertRows(connection, table, directory);
      if (inserted === manifest.tables[table.name]) continue;
      throw new TransferError(
        `${table.name}: ${inserted} of ${manifest.tables[table.name]} rows; nothing was changed.`,
      );
    }
    if (!files.makesRows) await nameFiles(connection);
    for (const table of plan) await advanceSequences(connection, table);
    await options.derive?.(connection);
    await rest.end();
    await connection.query({ text: 'commit' });
  } catch (error) {
    await connection.query({ text: 'rollback' });
    throw error;
  } finally {
    connection.release();
  }
  if (files.makesRows) {
    await writeFiles(options, objects);
    await restoreOwners(database, directory);
  }
  return manifest;
}

/** The tables to fill, each with the columns that exist on both sides. */
async function planImport(
  { database, directory, files, schemas, replaced, report }: ImportOptions,
  manifest: CheckedExport,
): Promise<TransferTable[]> {
  const known = new Set(await readMigrationVersions(database));
  const newer = manifest.migrations.filter((version) => !known.has(version));
  if (newer.length > 0) {
    throw new TransferError(
      `The export was written by a later version: migration ${newer[0]} is not known here.`,
    );
  }
  const plan: TransferTable[] = [];
  const unknown = new Set(Object.keys(manifest.tables));
  for (const table of await describeTables(database, schemas)) {
    unknown.delete(table.name);
    if (!replaced.includes(table.name) && (await hasRows(database, table))) {
      throw new TransferError(`The database is not empty: ${table.name} holds rows.`);
    }
    if (table.name === 'storage.objects' && files.makesRows) continue;
    if (manifest.tables[table.name] === undefined) continue;
    const given = await readColumns(rowsPath(directory, table.name));
    const columns = table.columns.filter((column) => given?.has(column.replaceAll('"', '')));
    if (given) plan.push({ ...table, columns });
    const known = new Set(table.columns.map((column) => column.replaceAll('"', '')));
    for (const column of given ?? []) {
      if (!known.has(column)) report(`${table.name}.${column} is not known here and is left out.`);
    }
  }
  for (const name of unknown) {
    if (manifest.tables[name]) {
      report(`${name} is not known here; its ${manifest.tables[name]} rows are left out.`);
    }
  }
  return plan;
}

async function hasRows(from: Queryable, { sql }: TransferTable): Promise<boolean> {
  const { rows } = await from.query<{ found: boolean }>({
    text: `select exists (select from ${sql}) as found`,
  });
  return rows[0]?.found ?? false;
}

async function* readLines(path: string): AsyncIterable<string> {
  if (!existsSync(path)) throw new TransferError(`${path} is missing.`);
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
}

/** The columns of an exported table; null if it has no rows. */
async function readColumns(path: string): Promise<Set<string> | null> {
  for await (const line of readLines(path)) return new Set(Object.keys(JSON.parse(line) as object));
  return null;
}

async function insertRows(
  into: Connection,
  table: TransferTable,
  directory: string,
): Promise<number> {
  const columns = table.columns.join(', ');
  let inserted = 0;
  const insert = async (lines: readonly string[]) => {
    const { rowCount } = await into.query({
      text: `insert into ${table.sql} (${columns}) overriding system value
        select ${columns} from json_populate_recordset(null::${table.sql}, $1::json)`,
      values: [`[${lines.join(',')}]`],
    });
    inserted += rowCount;
  };
  let batch: string[] = [];
  for await (const line of readLines(rowsPath(directory, table.name))) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    await insert(batch);
    batch = [];
  }
  if (batch.length > 0) await insert(batch);
  return inserted;
}

/** Moves each sequence on to the highest number in use. */
async function advanceSequences(on: Connection, { sql, columns }: TransferTable): Promise<void> {
  for (const column of columns) {
    await on.query({
      text: `select setval(sequence::regclass, highest) from (
          select pg_get_serial_sequence($1, $2) as sequence,
            (select max(${column}::text::numeric)::bigint from ${sql}
              where ${column}::text ~ '^[0-9]{1,18}$') as highest
        ) as found
        where sequence is not null and highest is not null`,
      values: [sql, column.replaceAll('"', '')],
    });
  }
}

async function readObjects(directory: string): Promise<MovedObject[]> {
  const objects: MovedObject[] = [];
  for await (const line of readLines(rowsPath(directory, 'storage.objects'))) {
    objects.push(JSON.parse(line) as MovedObject);
  }
  return objects;
}

async function writeFiles(
  { files, directory, report }: ImportOptions,
  objects: readonly MovedObject[],
): Promise<void> {
  for (const object of objects) {
    const path = filePath(directory, object.id);
    if (existsSync(path)) await files.write(object, path);
    else report(`The file of ${object.bucket_id}/${object.name} is not in the export.`);
  }
}

/** Rows from a service that names files differently get the key under which the file was written. */
async function nameFiles(on: Connection): Promise<void> {
  await on.query({ text: 'update storage.objects set version = id::text where version is null' });
}

/** Restores what the storage API doesn't accept: the object's id, owner and creation time. */
async function restoreOwners(database: Database, directory: string): Promise<void> {
  for await (const line of readLines(rowsPath(directory, 'storage.objects'))) {
    await database.query({
      text: `update storage.objects o
        set id = given.id, owner = given.owner, owner_id = given.owner_id,
          created_at = given.created_at
        from json_populate_record(null::storage.objects, $1::json) as given
        where o.bucket_id = given.bucket_id and o.name = given.name`,
      values: [line],
    });
  }
}
