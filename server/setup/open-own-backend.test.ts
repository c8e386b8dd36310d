import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, it, onTestFinished } from 'vitest';
import { siteDefaults } from '#domain/settings.ts';
import { readConfig } from '#server/env.ts';
import { createSiteOrigin } from '#server/http/site-origin.ts';
import { openMigratedPglite } from '#tests/fixtures/migrated.ts';
import { openOwnBackend } from './open-own-backend.ts';

it('queues an email to the owner for each change of how an account is signed in to', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'own-backend-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const database = await openMigratedPglite();
  onTestFinished(() => database.close());
  const origin = 'http://127.0.0.1:3000';
  const backend = await openOwnBackend({
    config: readConfig({ DATA_DIR: dataDir, SUPABASE_AUTH_ENABLE_MANUAL_LINKING: 'true' }),
    database,
    secrets: {
      keep: async (_name, generate) => generate(),
      read: async () => null,
      replace: async () => false,
    },
    siteOrigin: createSiteOrigin(origin, { origin, hosts: new Set() }),
    site: async () => siteDefaults,
    onError: (error) => {
      throw error;
    },
  });
  const connect = (key: string) =>
    createClient(origin, key, {
      global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
      auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
    });
  const person = { email: 'ann@mail.example', password: 'granite-and-honey' };
  const created = await connect(backend.secretKey).auth.admin.createUser({
    ...person,
    email_confirm: true,
  });
  await database.query({
    text: `insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('ann', $1, '{"sub": "ann"}', 'google')`,
    values: [created.data.user?.id],
  });
  const ann = connect(backend.publishableKey);
  await ann.auth.signInWithPassword(person);
  const { data } = await ann.auth.getUserIdentities();
  const google = data?.identities.find(({ provider }) => provider === 'google');
  if (!google) throw new Error('No identity of Google');
  expect((await ann.auth.unlinkIdentity(google)).error).toBeNull();
  expect((await ann.auth.updateUser({ password: 'marble-and-thyme' })).error).toBeNull();
  expect((await ann.auth.updateUser({ password: 'linen-and-cedar' })).error).toBeNull();
  const { rows } = await database.query({
    text: `select dedupe_key, recipient, subject from private.email_outbox
      order by dedupe_key ~ 'password_changed'`,
  });
  const changed = {
    dedupe_key: expect.stringMatching(/^notice:password_changed:[\da-f-]{36}$/),
    recipient: person.email,
    subject: 'Your Liv Fit password was changed',
  };
  expect(rows).toEqual([
    {
      dedupe_key: expect.stringMatching(/^notice:identity_unlinked:[\da-f-]{36}$/),
      recipient: person.email,
      subject: 'You can no longer sign in to Liv Fit with Google',
    },
    changed,
    changed,
  ]);
});
