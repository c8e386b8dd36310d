import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadSecrets } from '@liv-fit/backend/access';
import { GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdminApi } from '#server/accounts/accounts.ts';
import { readConfig } from '#server/env.ts';
import { openAccounts } from '#server/setup/open-accounts.ts';
import { openSecrets } from '#server/setup/open-secrets.ts';
import { type MigratedPostgres, startMigratedPostgres } from '#tests/fixtures/migrated.ts';
import { pgliteFlags } from '#tests/fixtures/pglite-flags.ts';

const root = path.resolve(import.meta.dirname, '../..');

let server: MigratedPostgres;
let directory: string;
const environments: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  server = await startMigratedPostgres();
  directory = await mkdtemp(path.join(tmpdir(), 'commands-'));
  const common = { SEED: 'none', PORT: '1' };
  environments.PostgreSQL = { ...common, DATABASE_URL: await server.newMigratedDatabase() };
  environments.embedded = { ...common, DATA_DIR: directory };
  await loadSecrets(openSecrets(readConfig(environments.embedded), null));
});
afterAll(async () => {
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

async function run(mode: string, script: string, ...args: string[]) {
  const child = spawn(process.execPath, [...pgliteFlags, `${root}/scripts/${script}.ts`, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...environments[mode],
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, output };
}

describe('commands while the shop is stopped', () => {
  it('make an existing account an administrator', async () => {
    const mode = 'PostgreSQL';
    const email = 'owner@example.com';
    const early = await run(mode, 'make-admin', email);
    expect(early.code).toBe(1);
    expect(early.output).toContain(`Nobody has an account with ${email}`);

    const accounts = await openAccounts(readConfig(environments[mode] ?? {}), root);
    const admin = new GoTrueAdminApi({
      url: accounts.url,
      headers: { apikey: accounts.secretKey, authorization: `Bearer ${accounts.secretKey}` },
      fetch: accounts.fetch,
    });
    const { data } = await admin.createUser({ email, password: 'secret1' });
    await accounts.close();
    expect(await run(mode, 'make-admin', 'Owner@example.com')).toMatchObject({ code: 0 });

    const again = await openAccounts(readConfig(environments[mode] ?? {}), root);
    const answer = await again.fetch(`${again.url}/admin/users/${data.user?.id}`, {
      headers: { apikey: again.secretKey },
    });
    await again.close();
    expect((await answer.json()).app_metadata).toMatchObject({ role: 'admin', provider: 'email' });
  });

  it('remove the authenticator apps of an administrator', async () => {
    const mode = 'PostgreSQL';
    const email = 'lost@example.com';
    const accounts = await openAccounts(readConfig(environments[mode] ?? {}), root);
    const setup = { fetch: accounts.fetch, authUrl: accounts.url, secretKey: accounts.secretKey };
    const admin = openAdminApi(setup);
    const { data } = await admin.createUser({ email, password: 'secret1', email_confirm: true });
    const userId = data.user?.id ?? '';
    const client = new GoTrueClient({
      url: accounts.url,
      headers: { apikey: accounts.secretKey },
      fetch: accounts.fetch,
      persistSession: false,
      autoRefreshToken: false,
    });
    await client.signInWithPassword({ email, password: 'secret1' });
    const offered = await client.mfa.enroll({ factorType: 'totp' });
    const secret = Secret.fromBase32(offered.data?.totp.secret ?? '');
    await client.mfa.challengeAndVerify({
      factorId: offered.data?.id ?? '',
      code: new TOTP({ secret }).generate(),
    });
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toHaveLength(1);
    await accounts.close();

    expect((await run(mode, 'make-admin', email, '--remove-factors')).code).toBe(0);
    const again = await openAccounts(readConfig(environments[mode] ?? {}), root);
    const after = openAdminApi({ ...setup, fetch: again.fetch });
    const left = await after.mfa.listFactors({ userId });
    await again.close();
    expect(left.data?.factors).toEqual([]);
  });

  it.each(['PostgreSQL', 'embedded'])('rotate and revoke the keys, %s', async (mode) => {
    const before = await run(mode, 'rotate-keys', '--list');
    const [, inUse = ''] = /^(\S+) {2}in use$/m.exec(before.output) ?? [];
    expect((await run(mode, 'rotate-keys', '--revoke', inUse)).code).toBe(1);
    expect((await run(mode, 'rotate-keys')).output).toContain(`${inUse}  previously used`);
    expect((await run(mode, 'rotate-keys', '--revoke', inUse)).output).toContain(
      `${inUse}  revoked`,
    );
  });
});
