/**
 * Makes an account an administrator: `npm run make-admin -- someone@example.com`. It asks the
 * accounts themselves, so it works alike on a hosted project, on PostgreSQL and embedded, whether or
 * not the shop is running.
 */
import path from 'node:path';
import { GoTrueAdminApi } from '@supabase/auth-js';
import { readConfig } from '#server/env.ts';
import { openAccounts } from '#server/setup/open-accounts.ts';

const [email] = process.argv.slice(2);
if (!email) throw new Error('Usage: npm run make-admin -- someone@example.com');

const accounts = await openAccounts(
  readConfig(process.env),
  path.resolve(import.meta.dirname, '..'),
);
try {
  await makeAdmin(
    new GoTrueAdminApi({
      url: accounts.url,
      headers: {
        apikey: accounts.secretKey,
        authorization: `Bearer ${accounts.secretKey}`,
      },
      fetch: accounts.fetch,
    }),
    email.toLowerCase(),
  );
  process.stdout.write(`${email} is an administrator from the next sign-in or refresh on.\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await accounts.close();
}

async function makeAdmin(admin: GoTrueAdminApi, address: string): Promise<void> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await admin.listUsers({ page, perPage: 1_000 });
    if (error) throw error;
    const user = data.users.find((candidate) => candidate.email === address);
    if (user) {
      const changed = await admin.updateUserById(user.id, { app_metadata: { role: 'admin' } });
      if (changed.error) throw changed.error;
      return;
    }
    if (data.users.length < 1_000) {
      throw new Error(`Nobody has an account with ${address}: sign up first.`);
    }
  }
}
