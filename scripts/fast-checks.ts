import { runStep, type StepResult } from './run-step.ts';

/** Checks to run before every commit: takes seconds, needs no browser or server. */
export async function fastChecks(): Promise<StepResult[]> {
  const quiet = { quiet: true };
  const types = async () => {
    const generated = await runStep('route types', ['react-router', 'typegen'], quiet);
    return [generated, await runStep('types', ['tsc', '--noEmit'], quiet)];
  };
  const results = await Promise.all([
    runStep('lint and format', ['biome', 'check', '.'], quiet),
    types(),
    runStep('dead code', ['knip'], quiet),
    runStep(
      'lockfile has a checksum for every package',
      ['node', 'scripts/check-lockfile.ts'],
      quiet,
    ),
    runStep(
      'database types are current',
      ['node', '--liftoff-only', 'scripts/generate-database-types.ts', '--check'],
      quiet,
    ),
  ]);
  return results.flat();
}
