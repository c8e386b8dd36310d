import type { Queryable } from '../../database/database.ts';
import { type UserRow, updateUser } from '../accounts/users.ts';
import { Failure } from '../failure.ts';
import type { AuthCall } from '../services.ts';
import { clearOneTimeTokens, hashCode, isGoodToken } from './one-time-tokens.ts';

/** Accepts a reauthentication code once. */
export async function spendNonce(
  tx: Queryable,
  call: AuthCall,
  user: UserRow,
  nonce: string,
): Promise<Failure | null> {
  const hash = hashCode(call.oneTimeTokenKey, user.email ?? '', nonce);
  const { reauthentication_token: stored, reauthentication_sent_at: sentAt } = user;
  if (!isGoodToken(call, hash, stored, sentAt)) {
    const message = 'Nonce has expired or is invalid';
    return new Failure(422, 'reauthentication_not_valid', message);
  }
  await updateUser(tx, user.id, { reauthentication_token: '' }, call.now);
  await clearOneTimeTokens(tx, user.id, 'reauthentication_token');
  return null;
}
