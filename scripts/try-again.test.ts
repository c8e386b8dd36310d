import { expect, it } from 'vitest';
import {
  failedBrowserFiles,
  failedUnitFiles,
  withoutBrowserFiles,
  withoutUnitFiles,
} from './try-again.ts';

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
});

const units = {
  success: false,
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 1,
  testResults: [
    file('cart.test.ts', 'passed', 'failed'),
    file('setup.test.ts'),
    file('fine.test.ts', 'passed', 'passed', 'pending'),
  ],
};

const spec = (...statuses: string[]) => ({
  specs: [{ tests: statuses.map((status) => ({ status })) }],
});
const browser = {
  suites: [
    { file: 'pay.spec.ts', specs: [], suites: [spec('expected'), spec('unexpected')] },
    { file: 'home.spec.ts', ...spec('expected', 'flaky', 'skipped') },
  ],
  stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 1 },
  errors: ['pay.spec.ts failed outside of its tests'],
};

it('finds the files that failed', () => {
  expect(failedUnitFiles(units)).toEqual(['cart.test.ts', 'setup.test.ts']);
  expect(failedBrowserFiles(browser)).toEqual(['pay.spec.ts']);
  expect(failedUnitFiles(null)).toEqual([]);
  expect(failedBrowserFiles(null)).toEqual([]);
});

it('counts the others without them', () => {
  expect(withoutUnitFiles(units, ['cart.test.ts', 'setup.test.ts'])).toMatchObject({
    success: true,
    numPassedTests: 2,
    numFailedTests: 0,
    numPendingTests: 1,
  });
  expect(withoutBrowserFiles(browser, ['pay.spec.ts'])).toMatchObject({
    stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 1 },
    suites: [{ file: 'home.spec.ts' }],
  });
});

it('keeps an error that belongs to no file', () => {
  expect(withoutBrowserFiles(browser, ['pay.spec.ts']).errors).toHaveLength(1);
});
