import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { databaseKinds } from '../testing/databases.ts';
import { changeSigningKeys } from './change-signing-keys.ts';
import { createDatabaseSecretStore } from './database-secret-store.ts';
import { createFileSecretStore } from './file-secret-store.ts';
import { loadSecrets, readSigningKeys, SIGNING_KEYS } from './load-secrets.ts';
import type { SecretStore } from './secret-store.ts';
import { createSessionCheck } from './session-check.ts';
import {
  generateSigningKeys,
  listSigningKeys,
  revokeSigningKey,
  rotateSigningKeys,
} from './signing-keys.ts';
import { createTokenSigner } from './token-signer.ts';
import { currentVisitor, workFor } from './visitor-context.ts';

interface KindOfStore {
  name: string;
  open(): Promise<SecretStore>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

function inFiles(): KindOfStore {
  let directory: string;
  return {
    name: 'files',
    async open() {
      directory = await mkdtemp(join(tmpdir(), 'keys-'));
      return createFileSecretStore(directory);
    },
    clear: () => rm(join(directory, SIGNING_KEYS), { force: true }),
    stop: () => rm(directory, { recursive: true }),
  };
}

function inDatabase(kind: (typeof databaseKinds)[number]): KindOfStore {
  let database: Database;
  return {
    name: kind.name,
    async open() {
      database = await kind.open();
      const store = createDatabaseSecretStore(database);
      await loadSecrets(store);
      return store;
    },
    clear: async () => void (await database.query({ text: 'delete from backend.secrets' })),
    async stop() {
      await database.close();
      await kind.stop();
    },
  };
}

describe.each([inFiles(), ...databaseKinds.map(inDatabase)])('signing keys in $name', (kind) => {
  let store: SecretStore;
  let now: number;
  beforeAll(async () => {
    store = await kind.open();
  });
  afterAll(() => kind.stop());
  beforeEach(async () => {
    now = Date.now();
    await kind.clear();
    await loadSecrets(store);
  });

  /** A process that was already running when the keys changed. */
  const replica = async () =>
    createTokenSigner({
      keys: await readSigningKeys(store),
      reload: () => readSigningKeys(store),
      acceptIssuer: () => true,
      clock: () => now,
    });
  const rotate = () => changeSigningKeys(store, rotateSigningKeys);
  const claims = (sub: string) => ({
    sub,
    role: 'authenticated',
    aud: 'authenticated',
    iss: 'https://shop.example/auth/v1',
    exp: Math.floor(now / 1000) + 7_200,
  });
  const kidOf = (token: string): string =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  const statesOf = async () =>
    listSigningKeys(await readSigningKeys(store))
      .map(({ state }) => state)
      .sort();

  it('are one in use and one on standby, both published without their secret', async () => {
    expect(await statesOf()).toEqual(['in use', 'standby']);
    const { keys } = await (await replica()).jwks();
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });

  it('are rotated while processes run: old tokens stay good, new ones are good everywhere', async () => {
    const [first, second] = [await replica(), await replica()];
    const before = await first.sign(claims('ada'));
    const standby = (await readSigningKeys(store)).standby;
    await rotate();
    expect(await statesOf()).toEqual(['in use', 'previously used', 'standby']);
    now += 60_000;
    const after = await first.sign(claims('bob'));
    expect(kidOf(after)).toBe(standby);
    expect(kidOf(after)).not.toBe(kidOf(before));
    for (const signer of [first, second]) {
      expect(await signer.verify(before)).toMatchObject({ ok: true });
      expect(await signer.verify(after)).toMatchObject({ ok: true });
      expect((await signer.jwks()).keys).toHaveLength(3);
    }
  });

  it('are looked for at once when a token names one that is not known yet', async () => {
    const slow = await replica();
    await rotate();
    await rotate();
    const token = await (await replica()).sign(claims('ada'));
    now += 1_000;
    expect(await slow.verify(token)).toMatchObject({ ok: true });
  });

  it('stop counting within a minute once they are revoked, whatever was remembered', async () => {
    const signer = await replica();
    const token = await signer.sign(claims('ada'));
    expect(await signer.verify(token)).toMatchObject({ ok: true });
    await rotate();
    const kid = kidOf(token);
    await changeSigningKeys(store, (keys) => revokeSigningKey(keys, kid, new Date(now)));
    now += 60_000;
    expect(await signer.verify(token)).toEqual({ ok: false, problem: 'key' });
    const { keys } = await signer.jwks();
    expect(keys.map((key) => key.kid)).not.toContain(kid);
    expect(await statesOf()).toEqual(['in use', 'revoked', 'standby']);
  });

  it('cannot be revoked while they are in use, nor when they are unknown', async () => {
    const { current } = await readSigningKeys(store);
    for (const kid of [current, 'nobody']) {
      const left = await changeSigningKeys(store, (keys) =>
        revokeSigningKey(keys, kid, new Date()),
      );
      expect(left).toBeNull();
    }
    expect(await statesOf()).toEqual(['in use', 'standby']);
  });

  it('are all rotated when several processes rotate at once', async () => {
    await Promise.all([rotate(), rotate(), rotate()]);
    const states = await statesOf();
    expect(states.filter((state) => state === 'in use')).toHaveLength(1);
    expect(states.filter((state) => state === 'previously used').length).toBeGreaterThan(0);
  });

  it('keep no private part of a retired key', async () => {
    await rotate();
    const { keys, current, standby } = await readSigningKeys(store);
    for (const key of keys) {
      expect('d' in key).toBe(key.kid === current || key.kid === standby);
    }
  });

  it('made by an earlier release are read, and rotated like any', async () => {
    const { keys } = await generateSigningKeys();
    const [only] = keys;
    const earlier = { current: only?.kid, keys: [only] };
    const kept = (await store.read(SIGNING_KEYS)) ?? '';
    await store.replace(SIGNING_KEYS, kept, JSON.stringify(earlier));
    const signer = await replica();
    const token = await signer.sign(claims('ada'));
    await rotate();
    now += 60_000;
    expect(await signer.verify(token)).toMatchObject({ ok: true });
    expect(await statesOf()).toEqual(['in use', 'previously used', 'standby']);
  });

  it('stay as they are while they cannot be read', async () => {
    let isAway = false;
    const signer = await createTokenSigner({
      keys: await readSigningKeys(store),
      reload: async () => {
        if (isAway) throw new Error('The database is away');
        return readSigningKeys(store);
      },
      acceptIssuer: () => true,
      clock: () => now,
    });
    isAway = true;
    now += 60_000;
    const token = await signer.sign(claims('ada'));
    expect(await signer.verify(token)).toMatchObject({ ok: true });
  });
});

it('keep nobody waiting while a key is looked for that somebody invented', async () => {
  const keys = await generateSigningKeys();
  const foreign = await createTokenSigner({
    keys: await generateSigningKeys(),
    acceptIssuer: () => true,
  });
  let now = Date.now();
  const visitors: (string | undefined)[] = [];
  const signer = await createTokenSigner({
    keys,
    reload: () => {
      visitors.push(currentVisitor());
      return new Promise(() => {});
    },
    acceptIssuer: () => true,
    clock: () => now,
  });
  const claims = { iss: 'shop', aud: 'authenticated', role: 'anon', exp: now / 1000 + 3600 };
  const token = await signer.sign(claims);
  const invented = await foreign.sign(claims);
  now += 2_000;
  void workFor('stranger', () => signer.verify(invented));
  await expect.poll(() => visitors).toEqual([undefined]);
  expect(await signer.verify(token)).toMatchObject({ ok: true });
});

it('are looked for anew after a search that never ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let stored = await generateSigningKeys();
    let now = Date.now();
    let reloads = 0;
    const options = { acceptIssuer: () => true, clock: () => now };
    const signer = await createTokenSigner({
      ...options,
      keys: stored,
      reload: () => {
        reloads += 1;
        return reloads === 1 ? new Promise(() => {}) : Promise.resolve(stored);
      },
    });
    stored = await rotateSigningKeys(await rotateSigningKeys(stored));
    const other = await createTokenSigner({ ...options, keys: stored });
    const claims = { iss: 'shop', aud: 'authenticated', role: 'anon', exp: now / 1000 + 3600 };
    const token = await other.sign(claims);
    now += 2_000;
    const early = signer.verify(token);
    await vi.waitFor(() => expect(reloads).toBe(1));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await early).toEqual({ ok: false, problem: 'key' });
    now += 60_000;
    expect(await signer.verify(token)).toMatchObject({ ok: true });
    expect(reloads).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

it('a session is asked about in nobody’s place', async () => {
  const visitors: (string | undefined)[] = [];
  const answers: (() => void)[] = [];
  const check = createSessionCheck({
    query: async () => {
      visitors.push(currentVisitor());
      await new Promise<void>((answer) => answers.push(answer));
      return { rows: [], rowCount: 0 } as never;
    },
  });
  const ask = (visitor: string) =>
    workFor(visitor, () => check({ session_id: crypto.randomUUID(), sub: crypto.randomUUID() }));
  const first = ask('first');
  const second = ask('second');
  for (const count of [1, 2]) {
    await expect.poll(() => answers.length).toBe(count);
    answers[count - 1]?.();
  }
  expect(await Promise.all([first, second])).toEqual([false, false]);
  expect(visitors).toEqual([undefined, undefined]);
});

it('files of secrets stay for their owner alone when they are replaced', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'keys-'));
  const store = createFileSecretStore(directory);
  await store.keep('one', () => 'first');
  expect(await store.replace('one', 'something else', 'second')).toBe(false);
  expect(await store.replace('one', 'first', 'second')).toBe(true);
  expect(await readFile(join(directory, 'one'), 'utf8')).toBe('second');
  expect((await stat(join(directory, 'one'))).mode & 0o777).toBe(0o600);
  await rm(directory, { recursive: true });
});
