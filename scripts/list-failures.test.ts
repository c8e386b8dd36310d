import { expect, it } from 'vitest';
import { listBrowserFailures, listUnitFailures } from './list-failures.ts';

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

it('finds failed browser tests in nested suites', () => {
  const specs = [
    { title: 'pays', file: 'pay.spec.ts', line: 3, ok: true },
    { title: 'declines', file: 'pay.spec.ts', line: 9, ok: false },
  ];
  expect(listBrowserFailures({ suites: [{ suites: [{ specs }] }] })).toEqual([
    'pay.spec.ts:9 › declines',
  ]);
  expect(listBrowserFailures(null)).toEqual([]);
});
