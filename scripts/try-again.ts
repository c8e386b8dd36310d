/**
 * Tests that fail next to others on a busy machine are retried once, alone: the whole file, since
 * its tests may depend on each other. Those that then pass are listed, not hidden.
 */

interface Results {
  assertionResults: { status: string }[];
}

interface UnitReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests?: number;
  testResults: (Results & { name: string; status: string })[];
}

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs?: { tests: { status: string }[] }[];
}

interface BrowserReport {
  suites: (BrowserSuite & { file: string })[];
  stats: { expected: number; unexpected: number; flaky: number; skipped?: number };
  errors: unknown[];
}

/** More files than this do not fail by chance. */
export const maxFilesAgain = 12;

/** Vitest's failed files, including those whose setup failed. */
export function failedUnitFiles(report: UnitReport | null): string[] {
  return (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
}

/** Playwright's failed files, as paths relative to its test folder. */
export function failedBrowserFiles(report: BrowserReport | null): string[] {
  return (report?.suites ?? [])
    .filter((suite) => statuses(suite).includes('unexpected'))
    .map(({ file }) => file);
}

/** The first run's report without the files that were retried. */
export function withoutUnitFiles<Report extends UnitReport>(
  report: Report,
  files: readonly string[],
): Report {
  const testResults = report.testResults.filter(({ name }) => !files.includes(name));
  const count = (...wanted: string[]) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => wanted.includes(status)).length;
  return {
    ...report,
    testResults,
    success: testResults.every(({ status }) => status !== 'failed'),
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped'),
  };
}

/** The same for Playwright's report. An error outside of all tests stays in it. */
export function withoutBrowserFiles<Report extends BrowserReport>(
  report: Report,
  files: readonly string[],
): Report {
  const suites = report.suites.filter(({ file }) => !files.includes(file));
  const all = suites.flatMap(statuses);
  const count = (wanted: string) => all.filter((status) => status === wanted).length;
  return {
    ...report,
    suites,
    stats: {
      expected: count('expected'),
      unexpected: count('unexpected'),
      flaky: count('flaky'),
      skipped: count('skipped'),
    },
  };
}

function statuses(suite: BrowserSuite): string[] {
  return [
    ...(suite.specs ?? []).flatMap(({ tests }) => tests.map(({ status }) => status)),
    ...(suite.suites ?? []).flatMap(statuses),
  ];
}
