import { openAuth } from '#app/lib/open-auth.ts';
import { rememberAskedMail } from './asked-mails.ts';
import { mailRedirect } from './mail-requests.ts';

export interface NewAccount {
  email: string;
  password: string;
  fullName: string;
}

/** Asks for an account; a mail confirms its address. The official client's own answer. */
export async function createAccount(account: NewAccount, publishableKey: string) {
  const auth = await openAuth(publishableKey);
  rememberAskedMail(account.email);
  return auth.signUp({
    email: account.email,
    password: account.password,
    options: {
      data: { full_name: account.fullName },
      emailRedirectTo: mailRedirect('signup'),
    },
  });
}
