import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    expect: { poll: { timeout: 120_000 } },
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', 'build/**', 'packages/*/dist/**', 'tests/e2e/**', 'data/**'],
    // Limits end what hangs; a busy machine (25 processes for 2 cores) may take ten times as long.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
