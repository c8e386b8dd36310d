import type { Database } from '../database/database.ts';
import { MigrationError } from '../migrate/migration-error.ts';
import {
  neededExtensions,
  type PlatformService,
  platformServices,
  skippedExtensions,
} from './platform-services.ts';
import { lineAt, type SqlStatement, splitStatements } from './split-statements.ts';

/** Returns the SQL to run instead of a file's text. Throws MigrationError if it can't run here. */
export type Review = (sql: string, path: string) => string;

/**
 * Removes from a project's SQL what uses services of a hosted platform that this server lacks, and
 * reports each with file and line. Refuses what would lose data: tables, columns and views that
 * need such a service, and queues.
 */
export async function reviewMigrations(
  database: Database,
  report: (message: string) => void,
): Promise<Review> {
  const { extensions, schemas, filled } = await readServer(database);
  const missing = platformServices
    .filter(({ schema, extension }) =>
      extension === null ? !filled.has(schema) : !extensions.has(extension),
    )
    .map((service) => ({ ...service, mention: mentionOf(service, schemas.has(service.schema)) }));

  function judge(statement: SqlStatement): Verdict {
    const extension = createdExtension(statement);
    if (extension && !extensions.has(extension)) return judgeExtension(extension);
    const service = missing.find(({ mention }) => mention.test(statement.outline));
    if (service) return judgeUse(statement, service);
    const inBody = missing.find(({ mention }) => mention.test(statement.text));
    if (inBody && runsLater.test(statement.outline)) {
      return { kind: 'warn', why: `fails where it reaches ${inBody.schema}: ${inBody.loss}` };
    }
    if (/^alter\s+publication\s+"?supabase_realtime\b/i.test(statement.outline)) {
      return { kind: 'warn', why: 'has no effect: nobody is told of changes' };
    }
    return { kind: 'run' };
  }

  return (sql, path) => {
    let reviewed = '';
    let end = 0;
    for (const statement of splitStatements(sql)) {
      const verdict = judge(statement);
      const place = `${path}:${lineAt(sql, statement.start)}`;
      if (verdict.kind === 'refuse') throw new MigrationError(place, verdict.why);
      if (verdict.kind !== 'run') report(`${place}: ${titleOf(statement)} ${verdict.why}.`);
      if (verdict.kind !== 'skip') continue;
      // Blanks the statement, so that positions in later errors still match the file.
      reviewed += sql.slice(end, statement.start) + statement.text.replace(/[^\n]/g, ' ');
      end = statement.end;
    }
    return reviewed + sql.slice(end);
  };
}

type Verdict = { kind: 'run' } | { kind: 'warn' | 'skip' | 'refuse'; why: string };

function createdExtension({ outline }: SqlStatement): string | null {
  const pattern = /^create\s+extension\s+(?:if\s+not\s+exists\s+)?"?([\w-]+)/i;
  return pattern.exec(outline)?.[1]?.toLowerCase() ?? null;
}

function judgeExtension(name: string): Verdict {
  const service = platformServices.find(({ extension }) => extension === name);
  if (service && !service.isSafeToSkip) {
    return { kind: 'refuse', why: `${name} is not on this server: ${service.loss}.` };
  }
  const need = neededExtensions.get(name);
  if (need) return { kind: 'refuse', why: `${name} is not on this server: ${need}.` };
  if (service) return { kind: 'skip', why: `is left out: ${service.loss}` };
  return skippedExtensions.includes(name)
    ? { kind: 'skip', why: 'is left out: this server does not have it' }
    : { kind: 'run' };
}

function judgeUse(
  { outline }: SqlStatement,
  { schema, loss, isSafeToSkip }: PlatformService,
): Verdict {
  if (runsLater.test(outline)) {
    return { kind: 'warn', why: `fails where it reaches ${schema}: ${loss}` };
  }
  if (isSafeToSkip && concernsOnly(outline, schema)) {
    return { kind: 'skip', why: `is left out: ${loss}` };
  }
  return {
    kind: 'refuse',
    why: `needs ${schema}, which is not on this server (${loss}). Take it out of the project, or name a database that has it by DATABASE_URL.`,
  };
}

/**
 * Matches uses of the service. Also matches the bare schema, but only if it doesn't exist here:
 * otherwise privileges on it may be granted.
 */
function mentionOf({ schema, members }: PlatformService, isThere: boolean): RegExp {
  const member = `(?<![\\w.])"?${schema}"?\\s*\\.\\s*"?(${members})\\b`;
  return new RegExp(isThere ? member : `${member}|\\bschema\\s+"?${schema}\\b`, 'i');
}

interface Server {
  extensions: ReadonlySet<string>;
  schemas: ReadonlySet<string>;
  /** Schemas that contain relations. */
  filled: ReadonlySet<string>;
}

async function readServer(database: Database): Promise<Server> {
  const { rows } = await database.query<Record<keyof Server, string[]>>({
    text: `select
      array(select name::text from pg_available_extensions) as extensions,
      array(select nspname::text from pg_namespace) as schemas,
      array(select distinct relnamespace::regnamespace::text from pg_class) as filled`,
  });
  const { extensions = [], schemas = [], filled = [] } = rows[0] ?? {};
  return { extensions: new Set(extensions), schemas: new Set(schemas), filled: new Set(filled) };
}

/** Bodies that the database doesn't check until they are called. */
const runsLater = /^(create\s+(or\s+replace\s+)?(function|procedure)|do)\b/i;

/** Whether leaving out the statement affects nothing but the service. */
function concernsOnly(outline: string, schema: string): boolean {
  const own = `"?${schema}"?\\s*\\.`;
  const patterns = [
    'select\\b',
    `(insert\\s+into|update(\\s+only)?|delete\\s+from(\\s+only)?)\\s+${own}`,
    `(alter|drop)\\s+(table|view|function|policy|trigger)\\s+(if\\s+exists\\s+)?(only\\s+)?${own}`,
    `(alter|drop)\\s+(policy|trigger)\\s+[^;]*?\\son\\s+${own}`,
    `(create|drop)\\s+schema\\s+(if\\s+(not\\s+)?exists\\s+)?"?${schema}\\b`,
    `create\\s+policy\\s+[^;]*?\\son\\s+${own}`,
    `create\\s+(or\\s+replace\\s+)?trigger\\s[^;]*\\sexecute\\s+(function|procedure)\\s+${own}`,
    `(grant|revoke)\\s[^;]*?\\son\\s+(all\\s+\\w+\\s+in\\s+)?schema\\s+"?${schema}"?\\s+(to|from)\\b`,
    `(grant|revoke)\\s[^;]*?\\son\\s+(\\w+\\s+)?${own}[^,;]*?\\s(to|from)\\b`,
    `comment\\s+on\\s+\\w+\\s+${own}`,
    `alter\\s+default\\s+privileges\\s[^;]*\\bin\\s+schema\\s+"?${schema}\\b`,
  ];
  return new RegExp(`^(${patterns.join('|')})`, 'i').test(outline);
}

/** The statement's first words, without quoted text, which may be a secret. */
function titleOf({ outline }: SqlStatement): string {
  const words = outline.replace(/\s+/g, ' ').trim();
  return words.length > 60 ? `“${words.slice(0, 60).trimEnd()} …”` : `“${words}”`;
}
