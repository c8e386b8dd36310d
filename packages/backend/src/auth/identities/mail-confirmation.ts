import type { Queryable } from '../../database/database.ts';
import type { UserRow } from '../accounts/users.ts';
import { mailCode, purposes } from '../codes/codes.ts';
import { requestConfirmation } from '../codes/request-confirmation.ts';
import type { Failure } from '../failure.ts';
import { admitMail } from '../limits/admit-mail.ts';
import type { AuthCall } from '../services.ts';

/** Emails a link to confirm an address that the provider has not verified. */
export async function mailConfirmation(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  identityId: string,
): Promise<Failure | null> {
  const early = await admitMail(call, 'signup', user.email ?? '', tx);
  if (early) return early;
  if (!call.settings.bindBrowsers) return mailCode(tx, call, user, purposes.signup);
  const data = user.raw_user_meta_data ?? {};
  const typed = { kind: 'otp', passwordHash: null, data, challenge: null, identityId } as const;
  return requestConfirmation(tx, call, user, typed);
}
