import { expect, it } from 'vitest';
import { createReadiness } from './readiness.ts';

const parts = {
  program: '20260101000000',
  database: { kind: 'postgres' as const, query: async () => ({ rows: [], rowCount: 0 }) as never },
  freeBytes: async (): Promise<number | null> => 10 ** 12,
  onError: () => {},
};

it('takes requests with a database and room on the disk, or where the disk cannot be asked', async () => {
  expect(await createReadiness(parts).whyNot()).toBeNull();
  expect(await createReadiness({ ...parts, freeBytes: async () => null }).whyNot()).toBeNull();
});

it('takes none without a database, and reports why', async () => {
  const errors: unknown[] = [];
  const gone = new Error('gone');
  const readiness = createReadiness({
    ...parts,
    database: { kind: 'postgres', query: () => Promise.reject(gone) },
    onError: (error) => errors.push(error),
  });
  expect(await readiness.whyNot()).toBe('database unavailable');
  expect(errors).toEqual([gone]);
});

it('takes none with a database that takes no writes', async () => {
  const query = async ({ text }: { text: string }) =>
    ({ rows: text.includes('transaction_read_only') ? [{ read_only: true }] : [] }) as never;
  const readiness = createReadiness({ ...parts, database: { kind: 'postgres', query } });
  expect(await readiness.whyNot()).toBe('database is read-only');
});

it('takes none with a database that never answers, and asks it once', async () => {
  const errors: unknown[] = [];
  let asked = 0;
  const readiness = createReadiness({
    ...parts,
    database: {
      kind: 'postgres',
      query: () => {
        asked += 1;
        return new Promise<never>(() => {});
      },
    },
    onError: (error) => errors.push(error),
  });
  const probes = [readiness.whyNot(), readiness.whyNot()];
  expect(await Promise.all(probes)).toEqual(['database unavailable', 'database unavailable']);
  expect(errors).toHaveLength(2);
  expect(asked).toBe(1);
});

it('takes none with a disk that is nearly full', async () => {
  const readiness = createReadiness({ ...parts, freeBytes: async () => 49 * 1024 * 1024 });
  expect(await readiness.whyNot()).toBe('disk full');
});

it('takes none once it is ending', async () => {
  const readiness = createReadiness(parts);
  readiness.end();
  expect(await readiness.whyNot()).toBe('ending');
});

it('takes none once a migration has taken away what this program writes', async () => {
  const answers = [[{ named: true }], [{ oldest: '20260201000000' }]];
  const database = {
    kind: 'postgres' as const,
    query: async () => ({ rows: answers.shift() ?? [], rowCount: 1 }) as never,
  };
  expect(await createReadiness({ ...parts, database }).whyNot()).toBe('older than its database');
});
