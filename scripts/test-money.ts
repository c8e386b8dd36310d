/**
 * `npm run test:money [-- --size full]`: tests everything that must hold about money, at the size
 * of a normal test run or in full, which also prints the figures. Other arguments go to the test
 * runner.
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
