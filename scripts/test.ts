/** `npm test`: everything, ending with one line that counts. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { addCounts, countBrowser, countLine, countUnits } from './count-results.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';
import { fastChecks } from './fast-checks.ts';
import { listBrowserFailures, listSecondTries, listUnitFailures } from './list-failures.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { root, runStep } from './run-step.ts';

const results = path.join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const unitReport = path.join(results, 'unit.json');
const browserReport = path.join(results, 'browser.json');

const missing = ensureSystemPackages(['postgresql']);
// Not every system packages the browser's lighter form.
if (ensureSystemPackages(['chromium-headless-shell']).length > 0) {
  missing.push(...ensureSystemPackages(['chromium']));
}
if (missing.length > 0) {
  console.log(`Not installed and needed by the tests: ${missing.join(', ')}.`);
  console.log(`On Debian: sudo apt-get install ${missing.join(' ')}`);
}

const steps = await fastChecks();
steps.push(await runStep('build', ['node', 'scripts/ensure-build.ts']));
const temporary = makeMemoryFolder();
// However the tests end: what lies in memory is lost to the machine until somebody removes it.
process.once('exit', temporary.remove);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const env = { TMPDIR: temporary.path };
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
await runStep('tests without a browser', ['vitest', 'run', ...reporters], { env });
await runStep('tests in the browser', ['playwright', 'test'], { env });

const read = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const [units, browser] = [read(unitReport), read(browserReport)];
const failedSteps = steps.filter(({ passed }) => !passed);
const failures = [
  ...failedSteps.map(({ name }) => name),
  ...listUnitFailures(units),
  ...listBrowserFailures(browser),
];
for (const name of listSecondTries(browser)) console.log(`↻ passed at the second try: ${name}`);
for (const failure of failures) console.log(`✗ ${failure}`);

const counts = addCounts([
  { passed: steps.length - failedSteps.length, failed: failedSteps.length, skipped: 0 },
  countUnits(units),
  countBrowser(browser),
]);
console.log(countLine(counts));
process.exit(counts.failed === 0 ? 0 : 1);
