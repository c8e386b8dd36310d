import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from './database.ts';

/**
 * Copies the files of an embedded database while it is running, as `pg_basebackup` does. When
 * opened, the copy is the database as it was when the copying ended. Other statements only wait for
 * two short ones (about 30 ms each), however much there is to copy. `to` must not exist.
 */
export async function copyRunningFiles(
  database: Queryable,
  from: string,
  to: string,
): Promise<void> {
  await database.query({ text: `select pg_backup_start('snapshot', fast => true)` });
  const copied = await copyFolder(from, to).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const { rows } = await database.query<{ label: string; last: string }>({
    text: `select labelfile as label, pg_walfile_name(lsn) as last
      from pg_backup_stop(wait_for_archive => false)`,
  });
  if (copied) throw copied.error;
  for (const { label, last } of rows) {
    const [, first = ''] = /^START WAL LOCATION: .* \(file (\w+)\)/.exec(label) ?? [];
    await copyLog(join(from, log), join(to, log), first, last);
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600 });
  }
}

/**
 * The write-ahead log is copied last: it makes one consistent database of files copied at different
 * moments.
 */
const log = 'pg_wal';
const logFile = /^[0-9A-F]{24}$/;
const ofTheProcess = ['postmaster.pid', 'postmaster.opts'];

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true }).catch(removedIs([]))) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (!logFile.test(entry.name) && !ofTheProcess.includes(entry.name)) {
      await copyFile(source, target).catch(removedIs(undefined));
    }
  }
}

async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (!logFile.test(name) || name < first || name > last) continue;
    await copyFile(join(from, name), join(to, name));
  }
}

/** Replaying the log also removes from the copy what was removed while copying. */
function removedIs<T>(value: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
