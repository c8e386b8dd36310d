import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addCounts, countBrowser, countLine, countUnits } from './count-results.ts';
import { root } from './run-step.ts';

const test = (status: string) => ({ status });
const clean = { success: true, numPassedTests: 2, numFailedTests: 0, numPendingTests: 0 };

describe('the last line of npm test', () => {
  it('names skipped tests only where there are some', () => {
    expect(countLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(countLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });

  it('adds up what the tools say', () => {
    const browser = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 }, errors: ['x'] };
    const sum = addCounts([countUnits(clean), countBrowser(browser)]);
    expect(sum).toEqual({ passed: 8, failed: 2, skipped: 3 });
  });

  it('counts a tool that left no report as failed', () => {
    expect(countUnits(null).failed + countBrowser(null).failed).toBe(2);
  });
});

describe('files whose setup failed', () => {
  it('count as failures beside failed tests elsewhere', () => {
    const counts = countUnits({
      ...clean,
      success: false,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [
        { status: 'failed', assertionResults: [test('failed'), test('passed')] },
        { status: 'failed', assertionResults: [test('skipped'), test('skipped')] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [test('passed')] },
      ],
    });
    expect(counts).toEqual({ passed: 2, failed: 3, skipped: 2 });
  });

  it('are found in what the runner really reports', () => {
    const directory = mkdtempSync(path.join(root, 'test-results-'));
    try {
      const file = (name: string, text: string) =>
        writeFileSync(path.join(directory, name), `import * as v from 'vitest';\n${text}`);
      file('setup.test.ts', 'v.beforeAll(() => { throw new Error("no"); }); v.it("a", () => {});');
      file('load.test.ts', 'throw new Error("no");');
      // Skipped inside the runner's file, to check that skipped tests are counted.
      file('fine.test.ts', 'v.it("b", () => {}); v.it.skip("c", () => {}); v.it.todo("d");');
      const report = path.join(directory, 'report.json');
      spawnSync(
        path.join(root, 'node_modules/.bin/vitest'),
        ['run', '--root', directory, '--reporter=json', `--outputFile.json=${report}`],
        { cwd: root, env: { ...process.env, VITEST: undefined } },
      );
      expect(countUnits(JSON.parse(readFileSync(report, 'utf8')))).toEqual({
        passed: 1,
        failed: 2,
        skipped: 3,
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
