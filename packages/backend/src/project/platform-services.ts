/** A service that a hosted platform runs beside the database, and that migrations may refer to. */
export interface PlatformService {
  /** The schema through which SQL uses it. */
  schema: string;
  /** Pattern of the names in that schema: `net` could just as well be somebody's table. */
  members: string;
  /** The extension that provides it; null if only the platform has it. */
  extension: string | null;
  /** What doesn't happen without it. */
  loss: string;
  /** True if leaving it out loses no stored data and grants no access that should be denied. */
  isSafeToSkip: boolean;
}

export const platformServices: readonly PlatformService[] = [
  {
    schema: 'cron',
    members: '(un)?schedule\\w*|alter_job|job|job_run_details',
    extension: 'pg_cron',
    loss: 'no job runs on a schedule',
    isSafeToSkip: true,
  },
  {
    schema: 'net',
    members: '_?http_\\w+|worker_restart|wake',
    extension: 'pg_net',
    loss: 'the database sends no HTTP requests',
    isSafeToSkip: true,
  },
  {
    schema: 'supabase_functions',
    members: '\\w+',
    extension: null,
    loss: 'no webhook is sent for changed rows',
    isSafeToSkip: true,
  },
  {
    schema: 'realtime',
    members: '\\w+',
    extension: null,
    loss: 'nobody is told of changes, and no channel opens',
    isSafeToSkip: true,
  },
  {
    schema: 'vault',
    members: 'secrets|decrypted_secrets|(create|update)_secret',
    extension: 'supabase_vault',
    loss: 'the database stores no secrets',
    isSafeToSkip: true,
  },
  {
    schema: 'pgmq',
    members: '\\w+',
    extension: 'pgmq',
    loss: 'what is put into a queue would be lost',
    isSafeToSkip: false,
  },
];

/**
 * Extensions that serve the platform itself. Project dumps create them at the top, but hardly any
 * schema needs them. If one is really needed, its first use fails.
 */
export const skippedExtensions: readonly string[] = [
  'hypopg',
  'index_advisor',
  'pg_graphql',
  'pg_stat_statements',
  'pgaudit',
  'pgjwt',
  'pgsodium',
  'wrappers',
];

/** Extensions that a project's tables depend on, with what to do if they are missing. */
export const neededExtensions: ReadonlyMap<string, string> = new Map([
  [
    'vector',
    'columns of vectors cannot be made. Name a PostgreSQL that has pgvector by DATABASE_URL',
  ],
]);
