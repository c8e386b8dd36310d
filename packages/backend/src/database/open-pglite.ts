import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { copyRunningFiles } from './copy-running-files.ts';
import type { Connection, Database } from './database.ts';
import { DataDirectoryUnusable } from './database-error.ts';
import { FairTurns } from './fair-turns.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import { PgliteHost } from './pglite-host.ts';
import { PgliteSocket } from './pglite-socket.ts';
import type { PgliteWorkerData } from './pglite-worker.ts';
import { createPooledDatabase } from './pooled-database.ts';
import { prepareSession } from './prepare-session.ts';
import { makePrivateDirectory } from './private-files.ts';
import { valueTypes } from './value-types.ts';

/**
 * `dataDir` holds the lock and the folder `postgres`; `memory` starts empty or from an image
 * (PGlite's dumpDataDir), which takes a quarter of the time. An in-memory statement is never
 * canceled for taking too long, because that would lose all rows.
 */
export type PgliteLocation = { dataDir: string } | { memory: true; image?: Blob };

export interface PgliteExtras {
  /** Names of contrib extensions to offer to `create extension` besides the usual ones. */
  extensions?: readonly string[];
  /** Aborting it while a new database is being created leaves nothing behind and rejects. */
  signal?: AbortSignal | undefined;
}

/**
 * Opens the embedded database, creating it on first use. Throws DatabaseInUse if another process is
 * using the directory.
 */
export async function openPglite(
  location: PgliteLocation,
  { extensions = [], signal }: PgliteExtras = {},
): Promise<Database> {
  if ('memory' in location) {
    return createDatabase({ image: location.image, extensions }, () => {});
  }

  await makePrivateDirectory(location.dataDir);
  const unlock = lockDataDirectory(location.dataDir);
  try {
    await removeLeftovers(location.dataDir);
    const dataDir = join(location.dataDir, 'postgres');
    if (existsSync(dataDir)) await requireWhole(location.dataDir, dataDir);
    else await initialize(location.dataDir, dataDir, signal);
    return await createDatabase({ dataDir, extensions }, unlock).catch(async (error: unknown) => {
      if (await isDiskFull(location.dataDir)) throw diskFull(location.dataDir, error);
      throw damaged(location.dataDir, error);
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** PGlite would start a new database on top of what is left of a damaged one. */
async function requireWhole(parent: string, dataDir: string): Promise<void> {
  for (const file of ['PG_VERSION', 'global/pg_control', 'pg_wal', 'base']) {
    if (!existsSync(join(dataDir, file))) {
      throw damaged(parent, new Error(`postgres/${file} is missing`));
    }
  }
  const version = (await readFile(join(dataDir, 'PG_VERSION'), 'utf8')).trim();
  if (version !== expectedVersion) {
    throw damaged(parent, new Error(`PG_VERSION is "${version}", not ${expectedVersion}`));
  }
}

/** The PostgreSQL major version that PGlite is built from. */
const expectedVersion = '18';

function damaged(dataDir: string, cause: unknown): DataDirectoryUnusable {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new DataDirectoryUnusable(
    dataDir,
    `its database is damaged (${detail.split('\n', 1)[0]}); restore a backup or name an empty one`,
    cause,
  );
}

const diskFull = (dataDir: string, cause: unknown) =>
  new DataDirectoryUnusable(dataDir, 'the disk is full', cause);

/** PGlite doesn't say when it fails for lack of disk space; starting up needs some, too. */
async function isDiskFull(dataDir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize < 1024 * 1024;
}

const unfinished = 'postgres.unfinished-';
const snapshot = 'postgres.snapshot-';
const removed = 'postgres.removed-';

/**
 * Removes what a killed process was building or copying. Its child process may still be writing
 * there, so each folder is renamed first: nothing more can be added to it.
 */
async function removeLeftovers(parent: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    const isLeftOver = [unfinished, snapshot, removed].some((prefix) => entry.startsWith(prefix));
    if (!isLeftOver) continue;
    const aside = join(parent, `${removed}${randomUUID()}`);
    await rename(join(parent, entry), aside);
    // A file that was just being opened may still appear.
    await rm(aside, { recursive: true, maxRetries: 5 });
  }
}

/** Builds in a folder beside the final one and renames it, so that a crash never leaves half a database. */
async function initialize(
  parent: string,
  dataDir: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const building = join(parent, `${unfinished}${process.pid}`);
  const script = fileURLToPath(
    new URL(`./initialize-pglite${extname(import.meta.url)}`, import.meta.url),
  );
  try {
    // Without `--liftoff-only`, a third of the time goes into optimizing code that runs once.
    const args = ['--liftoff-only', '--no-warnings', script, building];
    await promisify(execFile)(process.execPath, args, { signal, killSignal: 'SIGKILL' });
  } catch (error) {
    const isFull = await isDiskFull(parent);
    await rm(building, { recursive: true, force: true, maxRetries: 5 });
    throw isFull ? diskFull(parent, error) : error;
  }
  await rename(building, dataDir);
}

/** PGlite has only one user and doesn't remember whose session it was. */
const sessionUser = 'postgres';
const prepareOwnSession = (client: pg.ClientBase) => prepareSession(client, { sessionUser });

/** Milliseconds a caller's turn may take when no one is waiting. */
const turnTimeout = 5_000;

/** PGlite has a single session: a pool of one, with fair scheduling in front of it. */
async function createDatabase(data: PgliteWorkerData, unlock: () => void): Promise<Database> {
  const { dataDir, extensions } = data;
  let last: Promise<unknown> | null = null;
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    // Starts at once if nothing is running: work started when a turn ends is then the next turn.
    const result = last ? last.then(work) : work();
    const ended: Promise<unknown> = result
      .catch(() => {})
      .then(() => {
        if (last === ended) last = null;
      });
    last = ended;
    return result;
  };
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const host = await PgliteHost.open(data, () => {
    // The new session must LISTEN again, and notifications may have been missed.
    database
      .query({ text: 'select' })
      .then(() => {
        for (const channel of handlers.values()) for (const handler of channel) handler('');
      })
      .catch(() => {});
  });
  class PgliteClient extends pg.Client {
    readonly socket: PgliteSocket;

    constructor(config: pg.ClientConfig = {}) {
      const socket = new PgliteSocket(host);
      super({ ...config, stream: () => socket });
      this.socket = socket;
    }
  }
  const pool = new pg.Pool({
    Client: PgliteClient,
    user: sessionUser,
    database: 'postgres',
    password: '',
    ssl: false,
    types: valueTypes,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 0,
    onConnect: async (client) => {
      // The session outlives a dropped client, so a new client resets it first.
      await client.query('rollback');
      await client.query('discard all');
      await prepareOwnSession(client);
      for (const channel of handlers.keys()) await client.query(listenTo(channel));
    },
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '');
    });
  });

  const database: Database = createPooledDatabase({
    kind: 'pglite',
    pool,
    sessionUser,
    prepareSession: prepareOwnSession,
    statementTimeout: 0,
    answerTimeout: 0,
    // No other process waits for its locks.
    idleTransactionTimeout: 0,
    turns: new FairTurns({
      slots: 1,
      waitTimeout: 0,
      turnTimeout: host.isReplaceable ? turnTimeout : 0,
      interruptIsCostly: true,
    }),
    interruptible(client) {
      if (!host.isReplaceable) return undefined;
      const { socket } = client as pg.ClientBase as PgliteClient;
      return {
        interrupt: () => socket.interrupt(),
        isBusy: () => socket.isBusy,
        processor: () => socket.processor(),
      };
    },
    async listen(channel, handler) {
      const known = handlers.get(channel);
      const set = known ?? new Set();
      set.add(handler);
      handlers.set(channel, set);
      if (!known) await database.query({ text: listenTo(channel) });
      return async () => {
        set.delete(handler);
      };
    },
    ...(dataDir && {
      async connectToSnapshot() {
        const copied = await alone(() => copyFiles(database, dataDir));
        return openCopy(copied, extensions);
      },
    }),
    abandon: () => {
      host.thread().then(
        (thread) => thread.terminate(),
        () => {},
      );
    },
    async closeUnderlying() {
      clearInterval(checkpoints);
      await host.close();
      unlock();
    },
  });
  // Never during a copy, which needs the log from its start on.
  const runAlone = (text: string) => alone(() => database.query({ text })).catch(() => {});
  const checkpoints = setInterval(() => runAlone('checkpoint'), checkpointEvery).unref();
  let lookedAt = 0;
  let isLooking = false;
  // Runs when a turn ends, so that it is the next one. If it had to wait for a caller's long
  // statement, that statement would be canceled.
  pool.on('release', () => {
    const now = performance.now();
    if (!host.isReplaceable || isLooking || now - lookedAt < lookEvery) return;
    isLooking = true;
    runAlone(checkpointIfLong).finally(() => {
      isLooking = false;
      lookedAt = performance.now();
    });
  });
  return database;
}

/**
 * Milliseconds between checkpoints. PGlite has no checkpointer process: without them, the
 * write-ahead log grows until the database is closed, and after a kill all of it is replayed.
 */
const checkpointEvery = 10 * 60_000;

/** Milliseconds between checks of the log's length; a check takes less than one. */
const lookEvery = 250;

/**
 * Bytes of log after which a checkpoint doesn't wait for its interval. The thread that replaces a
 * terminated one replays 8 MB in 0.1 s and 64 MB in 1 to 2 s, while everybody waits. A checkpoint
 * takes about 10 ms whatever the length, since the shared buffers hold few pages. More checkpoints
 * would slow down writes: after each one, whole pages are logged.
 */
const longLog = 8 * 1024 * 1024;

/** One statement, so that no caller's statement comes between the check and the checkpoint. */
const checkpointIfLong = `do $$ begin
  if (select pg_current_wal_insert_lsn() - redo_lsn > ${longLog} from pg_control_checkpoint()) then
    checkpoint;
  end if;
end $$`;

/** A copy fails if a statement is canceled meanwhile, which takes the thread with it. */
const maxCopies = 3;

/** Copies the database as it is now into a new folder beside it. One copy at a time. */
async function copyFiles(database: Database, dataDir: string): Promise<string> {
  const parent = join(dirname(dataDir), `${snapshot}${randomUUID()}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await copyRunningFiles(database, dataDir, join(parent, 'postgres'));
      return parent;
    } catch (error) {
      await rm(parent, { recursive: true, force: true });
      if (attempt === maxCopies) throw error;
    }
  }
}

/** Opens a separate database on copied files and connects to it; releasing it removes the files. */
async function openCopy(dataDir: string, extensions: readonly string[]): Promise<Connection> {
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const database = await openPglite({ dataDir }, { extensions });
    const connection = await database.connect();
    await connection.query({ text: 'begin isolation level repeatable read read only' });
    return {
      ...connection,
      release(error) {
        connection.release(error);
        database.close().finally(remove);
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;
