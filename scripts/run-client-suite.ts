/**
 * Runs the official client's own tests against our backend, which serves the project folder they
 * come with: `npm run client-suite -- --checkout DIR [pattern…]`, where DIR is a checkout of
 * github.com/supabase/supabase-js with the tools of `packages/core/auth-js` installed (jest,
 * ts-jest and what its package.json lists). If DATABASE_URL is set, runs on that PostgreSQL instead
 * of PGlite. Works on a copy: only the tests' file of clients is replaced there, because it creates
 * keys in the older format, signed by the project itself. Storage is enabled in its configuration,
 * because this backend cannot disable it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { checkout: { type: 'string' } },
  allowPositionals: true,
});
if (!values.checkout) throw new Error('Usage: npm run client-suite -- --checkout DIR [pattern…]');

const source = path.resolve(values.checkout, 'packages/core/auth-js');
const keys = {
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_client_suite',
  SUPABASE_SECRET_KEY: 'sb_secret_client_suite',
};

const copy = await mkdtemp(path.join(tmpdir(), 'client-suite-'));
const backend = spawn(
  process.execPath,
  [
    ...[
      createRequire(import.meta.url).resolve('@liv-fit/backend/main'),
      '--project',
      `${copy}/test/supabase`,
    ],
    ...['--port', '0', '--keyless-anon'],
  ],
  { env: { ...process.env, ...keys }, stdio: ['ignore', 'pipe', 'ignore'] },
);
try {
  await copyTests();
  const [line] = await once(backend.stdout, 'data');
  const { url } = JSON.parse(String(line)) as { url: string };
  await pointAt(url);
  const jest = spawn(process.execPath, [...jestArguments(), ...positionals], {
    cwd: copy,
    stdio: 'inherit',
  });
  const [code] = await once(jest, 'close');
  process.exitCode = Number(code);
} finally {
  backend.kill();
  await rm(copy, { recursive: true });
}

async function copyTests(): Promise<void> {
  for (const name of ['src', 'test', 'package.json', 'tsconfig.json', 'tsconfig.test.json']) {
    await cp(path.join(source, name), path.join(copy, name), { recursive: true });
  }
  const config = path.join(copy, 'test/supabase/config.toml');
  const text = await readFile(config, 'utf8');
  await writeFile(config, text.replace(/(\[storage\]\s+enabled = )false/, '$1true'));
  await symlink(path.join(source, 'node_modules'), path.join(copy, 'node_modules'));
  const compilerOptions = {
    target: 'es2022',
    module: 'commonjs',
    esModuleInterop: true,
    isolatedModules: true,
  };
  await writeFile(path.join(copy, 'tsconfig.test.json'), JSON.stringify({ compilerOptions }));
  await once(spawn(process.execPath, [`${copy}/test/generate-signing-keys.js`]), 'close');
}

/** Points the tests' clients at our URL and keys. */
async function pointAt(url: string): Promise<void> {
  const file = path.join(copy, 'test/lib/clients.ts');
  const made = (name: string) => new RegExp(`const ${name} = jwt\\.sign\\([\\s\\S]*?\\n\\)\\n`);
  const text = (await readFile(file, 'utf8'))
    .replace(/'http:\/\/127\.0\.0\.1:54321\/auth\/v1'/g, `'${url}/auth/v1'`)
    .replace(
      made('SUPABASE_PUBLISHABLE_KEY'),
      `const SUPABASE_PUBLISHABLE_KEY = '${keys.SUPABASE_PUBLISHABLE_KEY}'\n`,
    )
    .replace(
      made('SUPABASE_SECRET_KEY'),
      `const SUPABASE_SECRET_KEY = '${keys.SUPABASE_SECRET_KEY}'\n`,
    )
    .replace(made('AUTH_ADMIN_JWT'), `const AUTH_ADMIN_JWT = '${keys.SUPABASE_SECRET_KEY}'\n`);
  await writeFile(file, text);
}

function jestArguments(): string[] {
  const config = {
    testEnvironment: 'node',
    testPathIgnorePatterns: ['/node_modules/', '/docker-tests/'],
    transform: {
      '^.+\\.tsx?$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.test.json', diagnostics: false }],
    },
    forceExit: true,
  };
  const jest = path.join(source, 'node_modules/jest/bin/jest.js');
  return [jest, '--config', JSON.stringify(config), '--rootDir', copy, '--runInBand'];
}
