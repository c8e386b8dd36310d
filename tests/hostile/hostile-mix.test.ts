import { afterAll, describe, expect, it } from 'vitest';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { findViolations, percentile } from './report.ts';
import { runMix } from './run-mix.ts';

let server: MigratedPostgres | undefined;
afterAll(() => server?.stop());

describe.each(['PGlite', 'PostgreSQL'])('beside attackers on %s', (database) => {
  it('lets shoppers buy, survives, and stops when asked', async () => {
    if (database === 'PostgreSQL') server = await startMigratedPostgres();
    const result = await runMix({
      attackers: 6,
      shoppers: 4,
      milliseconds: 1,
      thinking: [0.1, 0.5],
      databaseUrl: (await server?.newMigratedDatabase()) ?? null,
    });
    expect(result.shoppers.failures).toEqual([]);
    expect(result.shoppers.completed).toBe(4);
    expect(result.died).toBe(false);
    expect(Object.keys(result.attackers).length).toBeGreaterThan(0);
  });
});

describe('findViolations', () => {
  const fine = {
    shoppers: { pages: [1, 2], begun: 1, completed: 1, repeated: [], failures: [] },
    attackers: {},
    health: [1],
    died: false,
    stoppedIn: 1,
    output: '',
  };

  it('finds nothing wrong where everything held', () => {
    expect(findViolations(fine)).toEqual([]);
  });

  it.each([
    [{ died: true }, 'the process ended'],
    [{ health: [1, Number.POSITIVE_INFINITY] }, '/healthz'],
    [{ stoppedIn: 60_000 }, 'SIGTERM'],
    [{ shoppers: { ...fine.shoppers, failures: ['x'] } }, '1 purchases failed'],
    [{ shoppers: { ...fine.shoppers, completed: 0 } }, 'nobody bought'],
    [{ shoppers: { ...fine.shoppers, pages: [1, 1_500] } }, 'p99'],
  ])('names what did not hold: %j', (change, named) => {
    expect(findViolations({ ...fine, ...change }).join()).toContain(named);
  });

  it('takes the percentile that was asked for', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([
      50, 99, 99,
    ]);
  });
});
