import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { chromium } from './tests/fixtures/chromium.ts';

// Limits end what hangs; a busy machine (25 processes for 2 cores) may take ten times as long.
const limits = {
  expect: { poll: { timeout: 120_000 } },
  testTimeout: 180_000,
  hookTimeout: 300_000,
};

const common = {
  ...limits,
  // For the processes that tests start: half of a command's time is compiling.
  env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compile') },
};

const mentions = (pattern: RegExp, file: string) => pattern.test(readFileSync(file, 'utf8'));

/** Files that share a process: they leave nothing behind in it, and starting one takes most of their time. */
const sharing = [
  ...globSync('{app,domain,emails,scripts,server,tests/seed}/**/*.test.ts').filter(
    (file) => !mentions(/\bvi\.|#tests\/(?!fixtures\/payment-methods)|\/testing'|spawn/, file),
  ),
  ...globSync('packages/backend/src/**/*.test.ts').filter(
    (file) => !mentions(/\bvi\.|\/testing\/|harness|fixtures|\bprocess\.|spawn/i, file),
  ),
  ...globSync('packages/payment-sandbox/src/**/*.test.ts').filter(
    (file) => !mentions(/\bvi\.|\bprocess\.|spawn/, file),
  ),
];

const withDatabase = /databaseKinds|create\w*Harness|open\w*Harness|openEmptyPglite/;
/** The same, with databases that each opens and closes: loading a backend takes as long as the tests. */
const sharingBackend = [
  ...globSync('tests/{advisor,rls}/*.test.ts'),
  ...globSync('{app,server}/**/*.test.ts').filter((file) =>
    mentions(/#tests\/(?:rls|fixtures\/migrated)/, file),
  ),
  ...globSync('packages/backend/src/**/*.test.ts').filter((file) => mentions(withDatabase, file)),
].filter((file) => !mentions(/\bvi\.|\bprocess\.|spawn|startPostgres/, file));

/** Without times of an earlier run Vitest goes by size; the longest of these small files came last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = ({ moduleId }: TestSpecification) =>
      /\/tests\/(money|lifecycle|extending|hostile)\//.test(moduleId);
    return [...sorted.filter(long), ...sorted.filter((file) => !long(file))];
  }
}

/** A PGlite rarely lives long enough to earn back the making of faster code, a third of all the time otherwise. */
const execArgv = ['--wasm-tiering-budget=2000000000'];

export default defineConfig({
  test: {
    // Tests wait for processes, timers and silent networks.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'node',
          execArgv,
          include: ['**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            'build/**',
            'packages/*/dist/**',
            'tests/e2e/**',
            'data/**',
            ...sharing,
            ...sharingBackend,
          ],
        },
      },
      {
        test: {
          ...common,
          name: 'databases',
          execArgv,
          include: sharingBackend,
          isolate: false,
          setupFiles: ['tests/fixtures/stop-servers.ts'],
        },
      },
      { test: { ...common, name: 'shared', include: sharing, isolate: false } },
      {
        plugins: [tailwindcss()],
        // Found before the first test, which would otherwise be loaded twice.
        optimizeDeps: { entries: ['app/**/*.test.tsx'], include: ['qrcode', 'react-dom'] },
        test: {
          ...limits,
          name: 'components',
          include: ['app/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            viewport: { width: 1280, height: 800 },
            screenshotFailures: false,
            // As Playwright's own, with which the other tests in the browser are written.
            locators: { exact: false },
            provider: playwright({ launchOptions: chromium }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
