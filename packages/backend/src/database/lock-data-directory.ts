import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseInUse, DataDirectoryUnusable } from './database-error.ts';

/**
 * Locks the data directory for this process, or throws DatabaseInUse right away. Returns a function
 * to release the lock.
 *
 * The lock is SQLite's exclusive file lock: the kernel releases it however the process ends, so a
 * crash leaves nothing stale behind.
 */
export function lockDataDirectory(dataDir: string): () => void {
  const sqlite = loadSqlite();
  let lock: DatabaseSync | undefined;
  try {
    lock = new sqlite.DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: 0 });
    // Nothing is ever written, so there is no need for a journal file.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock?.close();
    if (!(error instanceof Error)) throw error;
    if (/locked|busy/i.test(error.message)) throw new DatabaseInUse(dataDir);
    throw new DataDirectoryUnusable(
      dataDir,
      `its lock.sqlite is damaged or not ours (${error.message}); it holds no data and may be removed while no shop runs`,
      error,
    );
  }
  const held = lock;
  return () => held.close();
}

/** Node 24 warns on first use that its SQLite is experimental; that warning doesn't help a shop owner. */
function loadSqlite(): typeof import('node:sqlite') {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) {
      emitWarning.call(process, warning, ...rest);
    }
  }) as typeof process.emitWarning;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
