/** The total of the tools' JSON reports. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface UnitReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests?: number;
  numTodoTests?: number;
  testResults?: { status: string; assertionResults: { status: string }[] }[];
}

interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped?: number };
  errors: unknown[];
}

/**
 * Counts Vitest's report. A file that could not be loaded, or whose setup failed, has no failed
 * test of its own and counts as one failure.
 */
export function countUnits(report: UnitReport | null): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const failedFiles = (report.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + failedFiles;
  return {
    passed: report.numPassedTests,
    // An error outside of any file still fails the run.
    failed: report.success ? failed : Math.max(1, failed),
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/**
 * Counts Playwright's report. A test that passed on its second try has passed; an error outside of
 * tests is a failure.
 */
export function countBrowser(report: BrowserReport | null): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped = 0 } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

export function addCounts(parts: readonly Counts[]): Counts {
  return {
    passed: parts.reduce((sum, part) => sum + part.passed, 0),
    failed: parts.reduce((sum, part) => sum + part.failed, 0),
    skipped: parts.reduce((sum, part) => sum + part.skipped, 0),
  };
}

/** The last line of `npm test`. */
export function countLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
