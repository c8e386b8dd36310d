import { join } from 'node:path';
import { DatabaseInUse } from './database-error.ts';

/**
 * Takes the data directory for this process, or throws DatabaseInUse at once.
 *
 * The lock is SQLite's exclusive file lock: the kernel releases it however the process ends, so
 * nothing stale is left behind by a crash. Returns how to release it.
 */
export function lockDataDirectory(dataDir: string): () => void {
  const { DatabaseSync } = loadSqlite();
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: 0 });
  try {
    // Nothing is ever written, so no journal file is needed beside it.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new DatabaseInUse(dataDir);
    }
    throw error;
  }
  return () => lock.close();
}

/** Node 24 calls its SQLite experimental on first use; that one warning is of no use to a shopkeeper. */
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
