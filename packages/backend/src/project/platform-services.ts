/** What a hosted platform runs beside the database, and its migrations may speak of. */
export interface PlatformService {
  /** The schema through which SQL reaches it. */
  schema: string;
  /** What is in that schema, as a pattern: `net` may as well be somebody's name for a table. */
  members: string;
  /** The extension that brings it; null where only the platform has it. */
  extension: string | null;
  /** What does not happen without it. */
  loss: string;
  /** Leaving it out loses nothing that is stored and opens nothing that would be closed. */
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
 * Extensions that serve the platform itself. Dumps of a project create them at the top; hardly any
 * schema needs what is in them. One that is really needed shows where it is first used.
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

/** Extensions that own tables are made of, with what to do where they are missing. */
export const neededExtensions: ReadonlyMap<string, string> = new Map([
  [
    'vector',
    'columns of vectors cannot be made. Name a PostgreSQL that has pgvector by DATABASE_URL',
  ],
]);
