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
 * `dataDir` holds the lock and the folder `postgres`; `memory` keeps everything in memory, starting
 * empty or from an image (PGlite's dumpDataDir), which takes a quarter of the time. A statement in
 * memory is never ended for taking too long, because its rows would end with it.
 */
export type PgliteLocation = { dataDir: string } | { memory: true; image?: Blob };

export interface PgliteExtras {
  /** Contrib extensions, by name, that `create extension` shall find beside the usual ones. */
  extensions?: readonly string[];
  /** Aborted while a new database is made, nothing of it stays, and opening it rejects. */
  signal?: AbortSignal | undefined;
}

/**
 * Opens the embedded database, creating it on first use.
 * Throws DatabaseInUse when another process works on the directory.
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

/** PGlite would begin a new database over what is left of a damaged one. */
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

/** The major version of PostgreSQL that PGlite is. */
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

/** PGlite does not say that it fails for want of space; it needs some to start, too. */
async function isDiskFull(dataDir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize < 1024 * 1024;
}

const unfinished = 'postgres.unfinished-';
const snapshot = 'postgres.snapshot-';
const removed = 'postgres.removed-';

/**
 * What a process was building or copying when it was killed. Its child may still be at it: what is
 * moved away gets nothing more, so that it can be removed.
 */
async function removeLeftovers(parent: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    const isLeftOver = [unfinished, snapshot, removed].some((prefix) => entry.startsWith(prefix));
    if (!isLeftOver) continue;
    const aside = join(parent, `${removed}${randomUUID()}`);
    await rename(join(parent, entry), aside);
    // A file that was just being opened may still come.
    await rm(aside, { recursive: true, maxRetries: 5 });
  }
}

/** Builds beside the final place and renames, so that a crash never leaves half a database. */
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
    // Without `--liftoff-only`, a third of the time is making code faster that runs once.
    const args = ['--liftoff-only', '--no-warnings', script, building];
    await promisify(execFile)(process.execPath, args, { signal, killSignal: 'SIGKILL' });
  } catch (error) {
    const isFull = await isDiskFull(parent);
    await rm(building, { recursive: true, force: true, maxRetries: 5 });
    throw isFull ? diskFull(parent, error) : error;
  }
  await rename(building, dataDir);
}

/** PGlite, being its own only user, does not remember whose session it was. */
const sessionUser = 'postgres';
const prepareOwnSession = (client: pg.ClientBase) => prepareSession(client, { sessionUser });

/** Milliseconds a caller's turn may take when no one else waits. */
const turnTimeout = 5_000;

/** PGlite has a single session: a pool of one, with fair turns in front of it. */
async function createDatabase(data: PgliteWorkerData, unlock: () => void): Promise<Database> {
  const { dataDir, extensions } = data;
  let last: Promise<unknown> | null = null;
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    // At once where nothing runs: work that a turn's end brings is then the next turn.
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
    // The new session must listen again, and notifications may have been missed meanwhile.
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
      // The session outlives a dropped client, so a new one starts by clearing it.
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
    // There is one process alone.
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
  // Never during a copy, which needs the log since it began.
  const runAlone = (text: string) => alone(() => database.query({ text })).catch(() => {});
  const checkpoints = setInterval(() => runAlone('checkpoint'), checkpointEvery).unref();
  let lookedAt = 0;
  let isLooking = false;
  // As a turn ends, so that this is the next one: waiting for a caller's long statement would have it ended.
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
 * Milliseconds. PGlite has no process that does it: without, the log of changes grows until the database is closed,
 * and a killed one reads all of it again.
 */
const checkpointEvery = 10 * 60_000;

/** Milliseconds between looks at the length of the log, each of which takes less than one. */
const lookEvery = 250;

/**
 * Bytes of the log after which a checkpoint does not wait for its time. A thread that takes the place of an ended one
 * reads 8 MB in 0.1 s and 64 MB in 1 to 2 s, in which everybody waits; a checkpoint takes some 10 ms whatever the length,
 * since few pages fit into the shared buffers. More of them would slow writing down: after each, pages are logged whole.
 */
const longLog = 8 * 1024 * 1024;

/** One statement, so that no caller's comes between looking and acting. */
const checkpointIfLong = `do $$ begin
  if (select pg_current_wal_insert_lsn() - redo_lsn > ${longLog} from pg_control_checkpoint()) then
    checkpoint;
  end if;
end $$`;

/** A copy can be spoiled by a statement that is ended meanwhile, and its thread with it. */
const mostCopies = 3;

/** Copies the database as it is now into a new folder beside it. One copy at a time. */
async function copyFiles(database: Database, dataDir: string): Promise<string> {
  const parent = join(dirname(dataDir), `${snapshot}${randomUUID()}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await copyRunningFiles(database, dataDir, join(parent, 'postgres'));
      return parent;
    } catch (error) {
      await rm(parent, { recursive: true, force: true });
      if (attempt === mostCopies) throw error;
    }
  }
}

/** A connection to a database of its own on copied files, which are gone when it is released. */
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
