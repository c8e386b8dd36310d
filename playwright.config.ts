import { defineConfig } from 'playwright/test';
import { chromium } from './tests/fixtures/chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/browser',
  // Each with a shop of its own. They wait for animations and silent networks.
  workers: 3,
  fullyParallel: false,
  // A chance among hundreds must not fail them all; `npm test` names what needed another try.
  retries: 1,
  // Limits end what hangs; a busy machine may take ten times as long as a quiet one.
  timeout: 240_000,
  expect: {
    timeout: 40_000,
    toHaveScreenshot: {
      scale: 'device',
      animations: 'disabled',
      // At half size: a button that moved by 8 px differs in more, smoothed edges in less.
      threshold: 0.25,
      maxDiffPixels: 60,
    },
  },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    // An eighth of the time; what failed alone can be seen with `--trace on`.
    trace: 'off',
    launchOptions: chromium,
  },
});
