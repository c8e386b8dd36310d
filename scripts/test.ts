/** `npm test`: runs everything and ends with one line of counts. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { addCounts, type Counts, countBrowser, countLine, countUnits } from './count-results.ts';
import { ensureSystemPackages } from './ensure-system-packages.ts';
import { fastChecks } from './fast-checks.ts';
import { listBrowserFailures, listSecondTries, listUnitFailures } from './list-failures.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { root, runStep } from './run-step.ts';
import {
  failedBrowserFiles,
  failedUnitFiles,
  maxFilesAgain,
  withoutBrowserFiles,
  withoutUnitFiles,
} from './try-again.ts';

const results = path.join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const unitReport = path.join(results, 'unit.json');
const browserReport = path.join(results, 'browser.json');

const missing = ensureSystemPackages(['postgresql']);
// Not every system packages the headless shell.
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
// However the tests end: files left in memory take up memory until somebody removes them.
process.once('exit', temporary.remove);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const env = { TMPDIR: temporary.path };

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
await runTests<UnitReport>(unitTests);
const browserReports = await runTests<BrowserReport>(browserTests);
secondTries.push(...browserReports.flatMap(listSecondTries));

for (const name of secondTries) console.log(`↻ tried a second time: ${name}`);
for (const failure of failures) console.log(`✗ ${failure}`);
const sum = addCounts(counts);
console.log(countLine(sum));
process.exit(sum.failed === 0 ? 0 : 1);

type Read<F extends (report: never) => unknown> = NonNullable<Parameters<F>[0]>;
type UnitReport = Read<typeof failedUnitFiles> &
  Read<typeof listUnitFailures> &
  Read<typeof countUnits>;
type BrowserReport = Read<typeof failedBrowserFiles> &
  Read<typeof listBrowserFailures> &
  Read<typeof countBrowser>;

interface Tests<Report> {
  name: string;
  command: string[];
  report: string;
  alone(files: string[]): string[];
  failedFiles(report: Report | null): string[];
  withoutFiles(report: Report, files: string[]): Report;
  listFailures(report: Report | null): string[];
  count(report: Report | null): Counts;
}

/**
 * Runs one tool's tests, then once more only the files with failures. Returns the reports that
 * count.
 */
async function runTests<Report>(tests: Tests<Report>) {
  const readReport = (): Report | null =>
    existsSync(tests.report) ? JSON.parse(readFileSync(tests.report, 'utf8')) : null;
  await runStep(tests.name, tests.command, { env });
  let reports = [readReport()];
  const [first] = reports;
  const files = tests.failedFiles(first ?? null);
  if (first && files.length > 0 && files.length <= maxFilesAgain) {
    secondTries.push(...tests.listFailures(first));
    rmSync(tests.report);
    const command = [...tests.command, ...tests.alone(files)];
    await runStep(`${tests.name}: failed files once more, alone`, command, { env });
    reports = [tests.withoutFiles(first, files), readReport()];
  }
  failures.push(...reports.flatMap((report) => tests.listFailures(report)));
  counts.push(...reports.map((report) => tests.count(report)));
  return reports;
}
