import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../database/database.ts';
import { openPglite, type PgliteExtras } from '../database/open-pglite.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { pgliteOptions } from '../database/pglite-options.ts';
import { copyDirectory, imageOf } from './images.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

export interface OpenOptions extends PgliteExtras {
  /** Milliseconds; on PostgreSQL. */
  statementTimeout?: number;
}

/** One kind of database, for suites that run on each of them. */
export interface DatabaseKind {
  name: 'PGlite' | 'PostgreSQL';
  /** Opens an empty database. */
  open(options?: OpenOptions): Promise<Database>;
  /** Stops what was started, once the databases are closed. */
  stop(): Promise<void>;
}

function postgres(): DatabaseKind {
  let starting: Promise<PostgresServer> | undefined;
  return {
    name: 'PostgreSQL',
    async open({ statementTimeout } = {}) {
      starting ??= startPostgres();
      const server = await starting;
      return openPostgres({
        connectionString: await server.newDatabase(),
        max: 5,
        ...(statementTimeout === undefined ? {} : { statementTimeout }),
      });
    },
    async stop() {
      const stopping = starting;
      starting = undefined;
      await (await stopping)?.stop();
    },
  };
}

export const databaseKinds: readonly DatabaseKind[] = [
  { name: 'PGlite', open: openEmptyPglite, stop: async () => {} },
  postgres(),
];

/** An empty in-memory PGlite, from an image that is made once per PGlite version. */
export async function openEmptyPglite({ extensions }: PgliteExtras = {}): Promise<Database> {
  const file = await imageOf(`pglite-${await pgliteVersion()}.tar`, async (unfinished) => {
    const directory = await emptyDirectory();
    await writeFile(unfinished, await dumpPglite(join(directory, 'postgres')));
  });
  return openPglite({ memory: true, image: new Blob([await readFile(file)]) }, { extensions });
}

/**
 * Fills `dataDir`, which must not exist, with an empty database: opening it takes a tenth of the
 * time it takes to create one.
 */
export async function copyEmptyPglite(dataDir: string): Promise<void> {
  await copyDirectory(await emptyDirectory(), dataDir);
}

function emptyDirectory(): Promise<string> {
  return pgliteVersion().then((version) =>
    imageOf(`pglite-${version}`, async (unfinished) => {
      await mkdir(unfinished);
      const pglite = await PGlite.create({
        ...pgliteOptions,
        dataDir: join(unfinished, 'postgres'),
        // Segments of 1 MB instead of 16: they are most of what is read and copied each time.
        initDbStartParams: ['--wal-segsize=1'],
      });
      await pglite.close();
    }),
  );
}

async function pgliteVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return JSON.parse(await readFile(join(main, '../../package.json'), 'utf8')).version;
}

/** An image of the database in a directory. */
export async function dumpPglite(dataDir: string): Promise<Buffer> {
  const pglite = await PGlite.create({ ...pgliteOptions, dataDir });
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  return Buffer.from(await image.arrayBuffer());
}
