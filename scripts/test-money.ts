/**
 * `npm run test:money [-- --size full]`: everything that must hold about money, at the size of
 * every test run or in full, where the figures are printed. More arguments go to the test runner.
 */
import { parseArgs } from 'node:util';
import { ensureSystemPackages } from './ensure-system-packages.ts';
import { runStep } from './run-step.ts';

const { values, positionals } = parseArgs({
  options: { size: { type: 'string', default: 'ci' }, only: { type: 'string' } },
  allowPositionals: true,
});
const { size, only } = values;
if (size !== 'ci' && size !== 'full') {
  console.log(`--size: ci or full, not ${size}`);
  process.exit(1);
}
ensureSystemPackages(['postgresql']);
const result = await runStep(
  `money, size ${size}`,
  [
    'vitest',
    'run',
    '--reporter=verbose',
    ...(only ? ['-t', only] : []),
    ...(positionals.length > 0 ? positionals : ['tests/money']),
  ],
  { env: { MONEY_SIZE: size } },
);
process.exit(result.passed ? 0 : 1);
