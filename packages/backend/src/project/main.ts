#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { openData } from './open-data.ts';
import { ProjectError, readProject } from './project-config.ts';
import { serveProject } from './serve-project.ts';

const usage = `liv-fit-backend --project DIR [options]

  --project DIR       a Supabase project: config.toml, migrations/, seed.sql
  --port N            where to listen; any free port by default
  --host ADDRESS      127.0.0.1 by default
  --data-dir DIR      keeps database, files and keys; without it they end with the process
  --keyless-anon      admits calls without a key as anonymous
  --rate-limits       limits sign-ins and emails by IP address, as a public server should

DATABASE_URL names a PostgreSQL to use in place of the embedded one. SUPABASE_PUBLISHABLE_KEY and
SUPABASE_SECRET_KEY are used as they are when they are set. One line of JSON on standard output says
where it listens: {"url","publishableKey","secretKey"}.
`;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        project: { type: 'string' },
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        'data-dir': { type: 'string' },
        'keyless-anon': { type: 'boolean', default: false },
        'rate-limits': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${usage}`);
  }
}

const args = readArguments();
if (args.help || !args.project) fail(usage);
const port = Number(args.port);
if (!/^\d+$/.test(args.port) || port > 65_535) fail(`--port ${args.port} is no port.`);

const { DATABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = process.env;
const closers: (() => Promise<unknown>)[] = [];
const closeAll = async () => {
  for (const close of closers.splice(0).reverse()) await close();
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => closeAll().then(() => process.exit(0)));
}

try {
  const project = await readProject(args.project, process.env);
  const data = await openData({
    databaseUrl: DATABASE_URL || undefined,
    dataDir: args['data-dir'],
  });
  closers.push(data.close);
  const { close, ...served } = await serveProject({
    project,
    data,
    host: args.host,
    port,
    keys: {
      ...(SUPABASE_PUBLISHABLE_KEY ? { publishableKey: SUPABASE_PUBLISHABLE_KEY } : {}),
      ...(SUPABASE_SECRET_KEY ? { secretKey: SUPABASE_SECRET_KEY } : {}),
    },
    keylessAnonymous: args['keyless-anon'],
    rateLimits: args['rate-limits'] ? 'on' : 'off',
    report: (message) => process.stderr.write(`${message}\n`),
  });
  closers.push(close);
  process.stdout.write(`${JSON.stringify(served)}\n`);
} catch (error) {
  await closeAll();
  if (error instanceof ProjectError) fail(error.message);
  fail(`The backend cannot start: ${error instanceof Error ? error.message : String(error)}`);
}
