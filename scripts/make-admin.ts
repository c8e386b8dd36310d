/**
 * Makes an account an admin: `npm run make-admin -- someone@example.com`. `--remove-factors` also
 * removes the account's authenticator apps, for admins who have lost their phone and recovery
 * codes. Uses the accounts API, so it works on a hosted project, on PostgreSQL and embedded,
 * whether or not the shop is running.
 */
import './plain-errors.ts';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { GoTrueAdminApi } from '@supabase/auth-js';
import { createAccounts, openAdminApi } from '#server/accounts/accounts.ts';
import { describeFailure } from '#server/describe-failure.ts';
import { readConfig } from '#server/env.ts';
import { openAccounts } from '#server/setup/open-accounts.ts';

const { values: flags, positionals } = parseArgs({
  options: { 'remove-factors': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [email] = positionals;
if (!email) {
  throw new Error('Usage: npm run make-admin -- someone@example.com [--remove-factors]');
}

const opened = await openAccounts(readConfig(process.env), path.resolve(import.meta.dirname, '..'));
const setup = { fetch: opened.fetch, authUrl: opened.url, secretKey: opened.secretKey };
try {
  const id = await makeAdmin(openAdminApi(setup), email.toLowerCase());
  process.stdout.write(`${email} is an administrator now.\n`);
  if (flags['remove-factors']) {
    await createAccounts(setup).removeFactors(id);
    process.stdout.write('The password alone signs in again; set up two-step sign-in again.\n');
  }
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
} finally {
  await opened.close();
}

/** Returns the account's id. */
async function makeAdmin(admin: GoTrueAdminApi, address: string): Promise<string> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await admin.listUsers({ page, perPage: 1_000 });
    if (error) throw error;
    const user = data.users.find((candidate) => candidate.email === address);
    if (user) {
      const changed = await admin.updateUserById(user.id, { app_metadata: { role: 'admin' } });
      if (changed.error) throw changed.error;
      return user.id;
    }
    if (data.users.length < 1_000) {
      throw new Error(`Nobody has an account with ${address}: sign up first.`);
    }
  }
}
