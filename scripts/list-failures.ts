/**
 * Lists a run's failed tests from the tools' reports, by name and with the first lines of the
 * reason.
 */

interface UnitReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface BrowserSpec {
  title: string;
  file: string;
  line: number;
  ok: boolean;
  tests: { status: string }[];
}

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs?: BrowserSpec[];
}

const firstLines = (text: string) => text.trim().split('\n').slice(0, 6).join('\n    ');

/** Vitest's failed tests, and files that failed outside of their tests. */
export function listUnitFailures(report: UnitReport | null): string[] {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && file.status === 'failed') {
      return [`${file.name}\n    ${firstLines(file.message)}`];
    }
    return failed.map(
      (test) =>
        `${file.name} › ${test.fullName}\n    ${firstLines(test.failureMessages.join('\n'))}`,
    );
  });
}

/** Playwright's failed tests; its own log says why. */
export function listBrowserFailures(report: BrowserSuite | null): string[] {
  return listSpecs(report, ({ ok }) => !ok);
}

/** Playwright's tests that passed on their second try: to be fixed, but not failures. */
export function listSecondTries(report: BrowserSuite | null): string[] {
  return listSpecs(report, ({ tests }) => tests.some(({ status }) => status === 'flaky'));
}

function listSpecs(suite: BrowserSuite | null, wanted: (spec: BrowserSpec) => boolean): string[] {
  if (!suite) return [];
  const here = (suite.specs ?? [])
    .filter(wanted)
    .map(({ file, line, title }) => `${file}:${line} › ${title}`);
  return [...here, ...(suite.suites ?? []).flatMap((inner) => listSpecs(inner, wanted))];
}
