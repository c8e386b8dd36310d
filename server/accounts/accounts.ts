import { isGuessablePassword } from '@liv-fit/backend/passwords';
import { GoTrueAdminApi } from '@supabase/auth-js';
import { guessableWords } from '#domain/brand.ts';

/** What the shop can do to accounts, ours or a hosted project's. Rejects if it fails. */
export interface Accounts {
  /** Creates an account with an email address that is already known to be its holder's. */
  open(email: string, password: string): Promise<OpenedAccount>;
  /** Removes all second factors from the account. */
  removeFactors(userId: string): Promise<void>;
  /** From now on nobody can sign in or use a session of the account. */
  close(userId: string): Promise<void>;
  /** Deletes the account and everything that belongs to it. */
  remove(userId: string): Promise<void>;
}

/** A hundred years. */
const forever = '876000h';

const guessable = 'Password is known to be weak and easy to guess, please choose a different one.';

export type OpenedAccount =
  | { kind: 'opened'; userId: string }
  /** Another request created it first. */
  | { kind: 'taken' }
  /** The account service's message, such as that the password is weak. */
  | { kind: 'refused'; message: string };

export interface AccountsSetup {
  /** Calls /auth/v1, ours or a hosted project's. */
  fetch: typeof fetch;
  authUrl: string;
  secretKey: string;
}

/** The account service's admin API, with the secret key. */
export function openAdminApi({ fetch, authUrl, secretKey }: AccountsSetup): GoTrueAdminApi {
  return new GoTrueAdminApi({
    url: authUrl,
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    fetch,
  });
}

export function createAccounts(setup: AccountsSetup): Accounts {
  const auth = openAdminApi(setup);
  return {
    async open(email, password) {
      // Called with the secret key, the service accepts any password.
      if (await isGuessablePassword(password, [email, ...guessableWords]))
        return { kind: 'refused', message: guessable };
      const { data, error } = await auth.createUser({ email, password, email_confirm: true });
      if (!error) return { kind: 'opened', userId: data.user.id };
      if (error.code === 'email_exists') return { kind: 'taken' };
      if (error.status === 422) return { kind: 'refused', message: error.message };
      throw error;
    },
    async removeFactors(userId) {
      const { data, error } = await auth.mfa.listFactors({ userId });
      if (error) throw error;
      for (const { id } of data.factors) {
        const deleted = await auth.mfa.deleteFactor({ userId, id });
        // On a double click, the second call finds it already deleted.
        if (deleted.error && deleted.error.code !== 'mfa_factor_not_found') throw deleted.error;
      }
    },
    async close(userId) {
      const { error } = await auth.updateUserById(userId, { ban_duration: forever });
      if (error && error.code !== 'user_not_found') throw error;
    },
    async remove(userId) {
      const { error } = await auth.deleteUser(userId);
      // On a double click, the second call finds it already deleted.
      if (error && error.code !== 'user_not_found') throw error;
    },
  };
}

/** For commands that only work on orders and need no accounts. */
export const noAccounts: Accounts = {
  open: () => Promise.reject(new Error('No accounts are connected.')),
  removeFactors: () => Promise.reject(new Error('No accounts are connected.')),
  close: () => Promise.reject(new Error('No accounts are connected.')),
  remove: () => Promise.reject(new Error('No accounts are connected.')),
};
