import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { createHarness, type Harness } from '../auth-harness.ts';

/**
 * `crypt('granite-and-honey', gen_salt('bf'))` from PostgreSQL's pgcrypto, and PHP's spelling of
 * it.
 */
const seeded = '$2a$06$wnpDjpaFuN6pSdhSQFVKMu7N.RZ7wZXnxspCJFXae05cDToWQFCTi';

describe.each(databaseKinds)('a bcrypt password, on $name', (kind) => {
  let database: Database;
  let shop: Harness;
  beforeAll(async () => {
    database = await kind.open();
    shop = await createHarness(database);
  });
  afterAll(async () => {
    await database.close();
    await kind.stop();
  });

  const seed = async (email: string, hash: string) => {
    await shop.service().admin.createUser({ email, email_confirm: true });
    const text = 'update auth.users set encrypted_password = $2 where email = $1';
    await database.query({ text, values: [email, hash] });
  };
  const kept = async (email: string) => {
    const { rows } = await database.query<{ hash: string }>({
      text: 'select encrypted_password as hash from auth.users where email = $1',
      values: [email],
    });
    return rows[0]?.hash;
  };
  const signIn = (email: string, password: string) =>
    shop.visitor().signInWithPassword({ email, password });

  it.each(['$2a$', '$2b$', '$2y$'])(
    'signs in as %s, and is kept as Argon2id from then on',
    async (version) => {
      const email = `moved-${version.charAt(2)}@example.com`;
      await seed(email, seeded.replace('$2a$', version));
      expect((await signIn(email, 'granite-and-glass')).error?.code).toBe('invalid_credentials');
      expect(await kept(email)).toMatch(/^\$2/);
      expect((await signIn(email, 'granite-and-honey')).error).toBeNull();
      expect(await kept(email)).toMatch(/^\$argon2id\$/);
      expect((await signIn(email, 'granite-and-honey')).error).toBeNull();
    },
  );

  it('is accepted from the holder of the secret key', async () => {
    const made = { email: 'given@example.com', password_hash: seeded, email_confirm: true };
    expect((await shop.service().admin.createUser(made)).error).toBeNull();
    expect((await signIn(made.email, 'granite-and-honey')).error).toBeNull();
  });

  it('is rejected with a cost that would block every other request', async () => {
    await seed('slow@example.com', seeded.replace('$06$', '$31$'));
    const tried = await signIn('slow@example.com', 'granite-and-honey');
    expect(tried.error?.code).toBe('invalid_credentials');
  });
});
