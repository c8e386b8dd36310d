import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPglite } from '@liv-fit/backend/pglite';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#server/env.ts';
import { openAccounts } from './open-accounts.ts';

it('names the setting if the shop runs on another port', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'accounts-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const held = await openPglite({ dataDir });
  onTestFinished(() => held.close());
  const config = readConfig({ DATA_DIR: dataDir, PORT: '1' });
  await expect(openAccounts(config, path.resolve(import.meta.dirname, '../..'))).rejects.toThrow(
    /in use by another process\. If that is the shop, set PORT .* at http:\/\/127\.0\.0\.1:1\.$/,
  );
});
