import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { baseFolder } from '../migrate/base-folder.ts';
import { migrate } from '../migrate/migrate.ts';
import { openEmptyPglite } from '../testing/databases.ts';
import { createDatabaseSecretStore } from './database-secret-store.ts';
import { createFileSecretStore } from './file-secret-store.ts';
import { loadSecrets } from './load-secrets.ts';
import type { SecretStore } from './secret-store.ts';

let directory: string;
let database: Database;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'secrets-'));
  database = await openEmptyPglite();
  await migrate(database, [baseFolder]);
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

const stores: Record<string, () => SecretStore> = {
  files: () => createFileSecretStore(join(directory, 'secrets')),
  'the database': () => createDatabaseSecretStore(database),
};

describe.each(Object.keys(stores))('secrets in %s', (name) => {
  const open = () => (stores[name] as () => SecretStore)();

  it('are the same for all who start at once, and ever after', async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(open())));
    expect(new Set(started.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
    const [first] = started;
    expect(await loadSecrets(open())).toEqual(first);
    expect(first?.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
    expect(first?.secretKey).toMatch(/^sb_secret_[\w-]{32}$/);
    expect(first?.signingKeys.keys).toHaveLength(2);
    expect(first?.oneTimeTokenKey.length).toBeGreaterThanOrEqual(43);
  });

  it('are overridden by keys that are given, without being replaced', async () => {
    const kept = await loadSecrets(open());
    const given = await loadSecrets(open(), { secretKey: 'sb_secret_mine' });
    expect(given).toEqual({ ...kept, secretKey: 'sb_secret_mine' });
    expect(await loadSecrets(open())).toEqual(kept);
  });
});

describe('what others can see of stored secrets', () => {
  it('is nothing in the file system', async () => {
    const folder = join(directory, 'secrets');
    expect((await stat(folder)).mode & 0o077).toBe(0);
    const names = await readdir(folder);
    expect(names.sort()).toEqual([
      'one_time_token_key',
      'publishable_key',
      'secret_key',
      'signing_keys',
      'storage_url_key',
    ]);
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('is nothing through the API roles', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const read = database.runAs(
        { role, claims: null, headers: {} },
        { text: 'select * from backend.secrets' },
      );
      await expect(read).rejects.toMatchObject({ code: '42501' });
    }
  });
});
