/** `npm test`: everything, ending with one line that counts. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureSystemPackages } from './ensure-system-packages.ts';
import { fastChecks } from './fast-checks.ts';
import { root, runStep } from './run-step.ts';

const results = path.join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const unitReport = path.join(results, 'unit.json');
const browserReport = path.join(results, 'browser.json');

const missing = ensureSystemPackages(['chromium', 'postgresql']);
if (missing.length > 0) {
  console.log(`Not installed and needed by the tests: ${missing.join(', ')}.`);
  console.log(`On Debian: sudo apt-get install ${missing.join(' ')}`);
}

const steps = await fastChecks();
steps.push(await runStep('build', ['node', 'scripts/ensure-build.ts']));
await runStep('tests without a browser', [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
]);
await runStep('tests in the browser', ['playwright', 'test']);

let passed = steps.filter((step) => step.passed).length;
let failed = steps.length - passed;

if (existsSync(unitReport)) {
  const report = JSON.parse(readFileSync(unitReport, 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  // A file that cannot be loaded has no test to count.
  if (!report.success && report.numFailedTests === 0) failed += 1;
} else failed += 1;

if (existsSync(browserReport)) {
  const { stats, errors } = JSON.parse(readFileSync(browserReport, 'utf8'));
  passed += stats.expected;
  failed += stats.unexpected + stats.flaky + errors.length;
} else failed += 1;

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
