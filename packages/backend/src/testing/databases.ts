import { readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../database/database.ts';
import { openPglite, type PgliteExtras } from '../database/open-pglite.ts';
import { openPostgres } from '../database/open-postgres.ts';
import { pgliteOptions } from '../database/pglite-options.ts';
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
  /** Ends what opening started, once the databases are closed. */
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
    stop: async () => (await starting)?.stop(),
  };
}

export const databaseKinds: readonly DatabaseKind[] = [
  { name: 'PGlite', open: openEmptyPglite, stop: async () => {} },
  postgres(),
];

/** An empty PGlite in memory, from an image made once per machine and version of PGlite. */
export async function openEmptyPglite({ extensions }: PgliteExtras = {}): Promise<Database> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(await readFile(join(main, '../../package.json'), 'utf8'));
  const path = join(tmpdir(), `pglite-${version}.image`);
  return openPglite({ memory: true, image: await readImage(path) }, { extensions });
}

async function readImage(path: string): Promise<Blob> {
  const known = await readFile(path).catch(() => null);
  if (known) return new Blob([known]);
  const image = await dumpPglite();
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await image.arrayBuffer()));
  await rename(unfinished, path);
  return image;
}

/** An image of the database in a directory; of an empty one without. */
export async function dumpPglite(dataDir?: string): Promise<Blob> {
  const pglite = await PGlite.create({ ...pgliteOptions, ...(dataDir && { dataDir }) });
  const image = await pglite.dumpDataDir('none');
  await pglite.close();
  return image;
}
