import { expect, it } from 'vitest';
import { listBrowserFailures, listSecondTries, listUnitFailures } from './list-failures.ts';

it('names failed tests and says why', () => {
  const report = {
    testResults: [
      {
        name: 'cart.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'removes', failureMessages: ['expected 1 to be 0'] },
        ],
      },
    ],
  };
  expect(listUnitFailures(report)).toEqual(['cart.test.ts › removes\n    expected 1 to be 0']);
});

it('names files whose setup failed', () => {
  const file = { name: 'a.test.ts', status: 'failed', message: 'no server', assertionResults: [] };
  expect(listUnitFailures({ testResults: [file] })).toEqual(['a.test.ts\n    no server']);
});

const spec = (title: string, line: number, status: string) => ({
  title,
  file: 'pay.spec.ts',
  line,
  ok: status !== 'unexpected',
  tests: [{ status }],
});
const browser = {
  suites: [
    {
      specs: [spec('opens', 1, 'flaky')],
      suites: [{ specs: [spec('pays', 3, 'expected'), spec('declines', 9, 'unexpected')] }],
    },
  ],
};

it('finds failed browser tests in nested suites', () => {
  expect(listBrowserFailures(browser)).toEqual(['pay.spec.ts:9 › declines']);
  expect(listBrowserFailures(null)).toEqual([]);
});

it('finds browser tests that needed a second try', () => {
  expect(listSecondTries(browser)).toEqual(['pay.spec.ts:1 › opens']);
});
