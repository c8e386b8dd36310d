import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import pg from 'pg';
import type { Database } from './database.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import { pgliteOptions } from './pglite-options.ts';
import { PgliteSocket } from './pglite-socket.ts';
import { createPooledDatabase } from './pooled-database.ts';
import { prepareSession } from './prepare-session.ts';
import { valueTypes } from './value-types.ts';

/**
 * `dataDir` holds the lock and the folder `postgres`; `memory` keeps everything in memory, starting
 * empty or from an image (PGlite's dumpDataDir), which takes a quarter of the time.
 */
export type PgliteLocation = { dataDir: string } | { memory: true; image?: Blob };

export interface PgliteExtras {
  /** Extensions that `create extension` shall find beside the usual ones. */
  extensions?: PGliteOptions['extensions'];
}

/**
 * Opens the embedded database, creating it on first use.
 * Throws DatabaseInUse when another process works on the directory.
 */
export async function openPglite(
  location: PgliteLocation,
  { extensions }: PgliteExtras = {},
): Promise<Database> {
  const options = { ...pgliteOptions, extensions: { ...pgliteOptions.extensions, ...extensions } };
  if ('memory' in location) {
    const { image } = location;
    const pglite = await PGlite.create({ ...options, ...(image && { loadDataDir: image }) });
    return createDatabase(pglite, () => {});
  }

  await mkdir(location.dataDir, { recursive: true });
  const unlock = lockDataDirectory(location.dataDir);
  try {
    const dataDir = join(location.dataDir, 'postgres');
    if (!existsSync(dataDir)) await initialise(location.dataDir, dataDir);
    return createDatabase(await PGlite.create({ ...options, dataDir }), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

const unfinished = 'postgres.unfinished-';

/** Builds beside the final place and renames, so that a crash never leaves half a database. */
async function initialise(parent: string, dataDir: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    if (entry.startsWith(unfinished)) await rm(join(parent, entry), { recursive: true });
  }
  const building = join(parent, `${unfinished}${process.pid}`);
  const script = fileURLToPath(new URL('./initialise-pglite.ts', import.meta.url));
  await promisify(execFile)(process.execPath, ['--no-warnings', script, building]);
  await rename(building, dataDir);
}

/** PGlite has a single session: a pool of one is the fair queue in front of it. */
function createDatabase(pglite: PGlite, unlock: () => void): Database {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => new PgliteSocket(pglite),
    types: valueTypes,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 0,
    onConnect: async (client) => {
      // The session outlives a dropped client, so a new one starts by clearing it.
      await client.query('rollback');
      await client.query('discard all');
      await prepareSession(client);
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

  return createPooledDatabase({
    kind: 'pglite',
    pool,
    prepareSession,
    statementTimeout: 0,
    answerTimeout: 0,
    async listen(channel, handler) {
      const known = handlers.get(channel);
      const set = known ?? new Set();
      set.add(handler);
      handlers.set(channel, set);
      if (!known) await pool.query(listenTo(channel));
      return async () => {
        set.delete(handler);
      };
    },
    async closeUnderlying() {
      await pglite.close();
      unlock();
    },
  });
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;
