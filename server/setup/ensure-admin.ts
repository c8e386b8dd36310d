import { randomBytes } from 'node:crypto';
import type { Database } from '@liv-fit/backend/database';
import { isGuessablePassword } from '@liv-fit/backend/passwords';
import { guessableWords } from '#domain/brand.ts';
import { type AccountsSetup, openAdminApi } from '#server/accounts/accounts.ts';
import { ConfigError } from '#server/variables.ts';

export interface AdminSetup extends AccountsSetup {
  database: Database;
  email: string;
  password: string | undefined;
  /** The shop's well-known names, which must not be passwords. */
  names: readonly string[];
}

/** Throws {@link ConfigError} if the first password is one that others would guess first. */
export async function requireGoodPassword({
  email,
  password,
  names,
}: Pick<AdminSetup, 'email' | 'password' | 'names'>): Promise<void> {
  if (password && (await isGuessablePassword(password, [email, ...guessableWords, ...names]))) {
    throw new ConfigError('ADMIN_PASSWORD: this one is easy to guess, please choose another');
  }
}

/**
 * Creates the configured admin with a confirmed address, if ADMIN_EMAIL has no account yet. An
 * existing account keeps its password. Returns the credentials if they were just created.
 */
export async function ensureAdmin(
  setup: AdminSetup,
): Promise<{ email: string; password: string } | null> {
  const { database, email } = setup;
  await database.query({
    text: `insert into private.settings (key, value) values ('admin_email', $1)
      on conflict (key) do update set value = excluded.value`,
    values: [email],
  });
  const existing = await database.query({
    text: 'select 1 from auth.users where lower(email) = lower($1)',
    values: [email],
  });
  if (existing.rowCount > 0) return null;

  await requireGoodPassword(setup);
  const password = setup.password ?? randomBytes(12).toString('base64url');
  const { error } = await openAdminApi(setup).createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: { role: 'admin' },
    user_metadata: { full_name: 'Shop owner' },
  });
  // Another replica starting at the same moment may have been first.
  if (error?.code === 'email_exists') return null;
  if (error) throw new Error(`The admin account could not be created: ${error.message}`);
  return { email, password };
}
