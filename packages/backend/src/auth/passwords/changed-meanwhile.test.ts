import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { createHarness, type Harness } from '../auth-harness.ts';

const email = 'ada@example.com';
const password = 'a long password';

describe.each(databaseKinds)('while a password is hashed, on $name', (kind) => {
  let database: Database;
  let shop: Harness;
  /** Runs once, before the hasher returns. */
  let meanwhile: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    database = await kind.open();
  });
  afterAll(async () => {
    await database?.close();
    await kind.stop();
  });
  beforeEach(async () => {
    const pause = async () => {
      const act = meanwhile;
      meanwhile = undefined;
      await act?.();
    };
    shop = await createHarness(database, {
      hasher: {
        async hash(text) {
          await pause();
          return text;
        },
        async verify(stored, text) {
          await pause();
          return stored === text;
        },
      },
    });
    await database.query({ text: 'delete from auth.users' });
  });

  it('the old password no longer signs in once a new one is set', async () => {
    const owner = await shop.member(email, password);
    meanwhile = async () => {
      expect((await owner.updateUser({ password: 'brand new' })).error).toBeNull();
    };
    const late = await shop.visitor().signInWithPassword({ email, password });
    expect(late.error?.code).toBe('invalid_credentials');
    const { rows } = await database.query({ text: 'select 1 from auth.sessions' });
    // Only the owner's: the opened link's session ended with the old password.
    expect(rows).toHaveLength(1);
  });

  it('a session that ends chooses no password anymore', async () => {
    const owner = await shop.member(email, password);
    const thief = shop.visitor();
    await thief.signInWithPassword({ email, password });
    meanwhile = async () => {
      expect((await owner.signOut({ scope: 'others' })).error).toBeNull();
    };
    const late = await thief.updateUser({ password: 'chosen by a thief' });
    expect(late.error?.message).toMatch(/session/i);
    expect((await shop.visitor().signInWithPassword({ email, password })).error).toBeNull();
  });

  it('a wrong password asks the database as much for a known address as for another', async () => {
    let asked = 0;
    const counting = {
      ...database,
      query: (statement: never) => {
        asked += 1;
        return database.query(statement);
      },
    } as Database;
    await shop.member(email, password);
    const bound = await createHarness(counting, { settings: { bindBrowsers: true } });
    const ask = async (address: string) => {
      asked = 0;
      const body = { email: address, password: 'wrong' };
      const answer = await bound.browser().post('/token?grant_type=password', body);
      expect(answer.status).toBe(400);
      return asked;
    };
    expect(await ask(email)).toBe(await ask('nobody@example.com'));
  });
});
