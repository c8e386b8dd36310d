import { afterAll, describe } from 'vitest';
import { migratedDirectory } from '#tests/fixtures/migrated.ts';
import type { TemporaryDirectory } from '#tests/fixtures/shop-process.ts';
import { proveSettling } from './proofs.ts';
import { proveKills, proveKillsAtBeginning } from './prove-kills.ts';
import { waysToPay } from './ways-to-pay.ts';

const directories: TemporaryDirectory[] = [];
afterAll(() => Promise.all(directories.map((directory) => directory.remove())));

proveSettling('PGlite');

describe('a process that dies', () => {
  for (const way of waysToPay) {
    const lasting = async () => {
      const directory = await migratedDirectory();
      directories.push(directory);
      return { dataDir: directory.path };
    };
    proveKills(way, 'PGlite', lasting);
    proveKillsAtBeginning(way, 'PGlite', lasting);
  }
});
