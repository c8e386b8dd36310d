import { readdir } from 'node:fs/promises';
import type { Database } from '@liv-fit/backend/database';
import { readOldestProgram } from '#server/setup/require-current-program.ts';
import { type Finding, fault, ok } from './finding.ts';

/** Seconds of clock difference beyond which tokens and payment service events would be rejected. */
const maxSkew = 30;

interface DatabaseCheck {
  findings: Finding[];
  /** Whether it has the tables that this version needs. */
  isCurrent: boolean;
}

/** Checks version, clock and migrations. Changes nothing. */
export async function checkDatabase(
  database: Pick<Database, 'query' | 'kind'>,
  migrations: string,
): Promise<DatabaseCheck> {
  const before = Date.now();
  const { rows } = await database.query<Server>({
    text: `select current_setting('server_version') as version,
      current_setting('server_version_num')::integer as number,
      extract(epoch from clock_timestamp())::float8 as clock,
      to_regclass('supabase_migrations.schema_migrations') is not null as migrated`,
  });
  const [server] = rows;
  if (!server) return { findings: [], isCurrent: false };
  if (server.number < 150_000) {
    const old = `PostgreSQL ${server.version} is too old: 15 or newer is needed.`;
    return { findings: [fault('database', old)], isCurrent: false };
  }
  const name = database.kind === 'pglite' ? 'the embedded database' : 'PostgreSQL';
  const now = (before + Date.now()) / 2_000;
  const schema = await checkMigrations(database, server.migrated, migrations);
  return {
    findings: [
      ok('database', `${name} ${server.version} answers`),
      clockFinding(server.clock - now),
      schema.finding,
    ],
    isCurrent: schema.isCurrent,
  };
}

interface Server {
  version: string;
  number: number;
  clock: number;
  migrated: boolean;
}

function clockFinding(ahead: number): Finding {
  const seconds = Math.round(Math.abs(ahead));
  if (seconds <= maxSkew) return ok('clock', 'this machine and the database agree');
  const direction = ahead > 0 ? 'ahead of' : 'behind';
  return fault(
    'clock',
    `The database's clock is ${seconds} s ${direction} this machine's: set both by NTP.`,
  );
}

async function checkMigrations(
  database: Pick<Database, 'query'>,
  migrated: boolean,
  folder: string,
): Promise<{ finding: Finding; isCurrent: boolean }> {
  const about = 'schema';
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const own = new Set(files.map((name) => name.split('_')[0] ?? ''));
  if (!migrated) {
    const finding = ok(about, `empty: the first start applies ${own.size} migrations`);
    return { finding, isCurrent: false };
  }
  const { rows } = await database.query<{ version: string }>({
    text: 'select version from supabase_migrations.schema_migrations',
  });
  const applied = new Set(rows.map(({ version }) => version));
  const unknown = [...applied].filter((version) => !own.has(version));
  const newest = unknown.sort().at(-1);
  if (newest) {
    const oldest = await readOldestProgram(database);
    if (oldest !== null && [...own].some((version) => version >= oldest)) {
      const finding = ok(about, `of a newer version (${newest}), beside which this one may run`);
      return { finding, isCurrent: true };
    }
    const newer = `The database belongs to a newer version (${newest}): start that one, or restore a backup.`;
    return { finding: fault(about, newer), isCurrent: false };
  }
  const open = [...own].filter((version) => !applied.has(version)).length;
  const isCurrent = open === 0;
  const said = isCurrent ? 'current' : `the next start applies ${open} migrations`;
  return { finding: ok(about, said), isCurrent };
}
