/** `npm run check`: the fast part of `npm test`, to run before each commit. */
import { fastChecks } from './fast-checks.ts';
import { runStep } from './run-step.ts';

const results = await fastChecks();
results.push(
  await runStep('walls and unit tests', ['vitest', 'run', 'domain', 'tests/architecture.test.ts'], {
    quiet: true,
  }),
);
process.exit(results.every((step) => step.passed) ? 0 : 1);
