import { openAuth } from '#app/lib/open-auth.ts';
import { mailRedirect } from './mail-requests.ts';
import { rememberRequestedEmail } from './requested-emails.ts';

export interface NewAccount {
  email: string;
  password: string;
  fullName: string;
}

/** Creates an account, whose address is confirmed by email. Returns the official client's response. */
export async function createAccount(account: NewAccount, publishableKey: string) {
  const auth = await openAuth(publishableKey);
  rememberRequestedEmail(account.email);
  return auth.signUp({
    email: account.email,
    password: account.password,
    options: {
      data: { full_name: account.fullName },
      emailRedirectTo: mailRedirect('signup'),
    },
  });
}
