/**
 * Child process: creates a new PGlite database in the directory given as the only argument.
 * PostgreSQL's initdb peaks at more than 500 MB, which the server process shouldn't hold on to.
 */
import { PGlite } from '@electric-sql/pglite';
import { pgliteOptions } from './pglite-options.ts';
import { makeNewFilesPrivate } from './private-files.ts';

const directory = process.argv[2];
if (!directory) throw new Error('Name the directory to create the database in.');
makeNewFilesPrivate();
const pglite = await PGlite.create({ ...pgliteOptions, dataDir: directory });
await pglite.close();
