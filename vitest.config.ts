import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromium } from './tests/fixtures/chromium.ts';

// Limits end what hangs; a busy machine (25 processes for 2 cores) may take ten times as long.
const limits = {
  expect: { poll: { timeout: 120_000 } },
  testTimeout: 180_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    // Two leave a fifth of two cores idle while they wait for processes to start and end.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...limits,
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            'build/**',
            'packages/*/dist/**',
            'tests/e2e/**',
            'data/**',
          ],
        },
      },
      {
        plugins: [tailwindcss()],
        // Found before the first test, which would otherwise be loaded twice.
        optimizeDeps: { entries: ['app/**/*.test.tsx'] },
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
