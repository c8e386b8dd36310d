/** `npm test`: everything, ending with one line that counts. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { addCounts, countBrowser, countLine, countUnits } from './count-results.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';
import { fastChecks } from './fast-checks.ts';
import { listBrowserFailures, listSecondTries, listUnitFailures } from './list-failures.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { root, runStep } from './run-step.ts';
import {
  failedBrowserFiles,
  failedUnitFiles,
  mostFilesAgain,
  withoutBrowserFiles,
  withoutUnitFiles,
} from './try-again.ts';

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

const read = (file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

const unitTests = {
  name: 'tests without a browser',
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ],
  report: unitReport,
  alone: (files: string[]) => ['--maxWorkers=1', ...files],
  failedFiles: failedUnitFiles,
  withoutFiles: withoutUnitFiles,
  listFailures: listUnitFailures,
  count: countUnits,
};
const browserTests = {
  name: 'tests in the browser',
  command: ['playwright', 'test'],
  report: browserReport,
  alone: (files: string[]) => [
    '--workers=1',
    '--retries=0',
    ...files.map((file) => `tests/e2e/${file}`),
  ],
  failedFiles: failedBrowserFiles,
  withoutFiles: withoutBrowserFiles,
  listFailures: listBrowserFailures,
  count: countBrowser,
};

const secondTries: string[] = [];
const failures = steps.filter(({ passed }) => !passed).map(({ name }) => name);
const counts = [{ passed: steps.length - failures.length, failed: failures.length, skipped: 0 }];
for (const tests of [unitTests, browserTests]) {
  await runStep(tests.name, tests.command, { env });
  const reports = [read(tests.report)];
  const files = tests.failedFiles(reports[0]);
  if (files.length > 0 && files.length <= mostFilesAgain) {
    secondTries.push(...tests.listFailures(reports[0]));
    rmSync(tests.report);
    const command = [...tests.command, ...tests.alone(files)];
    await runStep(`${tests.name}: failed files once more, alone`, command, { env });
    reports.splice(0, 1, tests.withoutFiles(reports[0], files), read(tests.report));
  }
  failures.push(...reports.flatMap((report) => tests.listFailures(report)));
  counts.push(...reports.map((report) => tests.count(report)));
  secondTries.push(
    ...reports.flatMap((report) => listSecondTries(tests === browserTests ? report : null)),
  );
}

for (const name of secondTries) console.log(`↻ tried a second time: ${name}`);
for (const failure of failures) console.log(`✗ ${failure}`);
const sum = addCounts(counts);
console.log(countLine(sum));
process.exit(sum.failed === 0 ? 0 : 1);
