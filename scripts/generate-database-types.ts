/**
 * Writes the types of the migrated database: `database.gen.ts` for the official client,
 * `kysely.gen.ts` for trusted server code. With `--check` it writes nothing and fails if a
 * committed file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { backendFolders, migrate } from '@liv-fit/backend/migrate';
import { openPglite } from '@liv-fit/backend/pglite';
import { generateTypescript } from '@supabase/postgrest-typegen/generation';
import { describeDatabase } from './types/describe-database.ts';
import { emitKyselyTypes } from './types/emit-kysely-types.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const note = '// Generated from the migrated database by `npm run types`. Do not edit.\n\n';

async function generate(): Promise<Record<string, string>> {
  const database = await openPglite({ memory: true });
  try {
    await migrate(database, [...backendFolders, { directory: fromRoot('supabase/migrations') }]);
    const exposed = await describeDatabase(database, ['public']);
    const everything = await describeDatabase(database, ['public', 'private', 'auth']);
    const trusted = (table: string) =>
      !table.startsWith('auth.') || ['auth.users', 'auth.sessions'].includes(table);
    return {
      // Keeps features of later versions, which our REST API lacks, out of the client's types.
      'supabase/database.gen.ts':
        note +
        (await generateTypescript(exposed, {
          detectOneToOneRelationships: true,
          postgrestVersion: '12',
        })),
      'supabase/kysely.gen.ts': note + emitKyselyTypes(everything, trusted),
    };
  } finally {
    await database.close();
  }
}

const check = process.argv.includes('--check');
for (const [path, types] of Object.entries(await generate())) {
  const current = await readFile(fromRoot(path), 'utf8').catch(() => '');
  if (current === types) continue;
  if (check) {
    console.error(`${path} is out of date: run npm run types and commit it.`);
    process.exitCode = 1;
  } else {
    await writeFile(fromRoot(path), types);
    console.log(`${path} written.`);
  }
}
