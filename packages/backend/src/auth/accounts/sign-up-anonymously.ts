import { networkOf } from '../../access/network-of.ts';
import { audit } from '../audit.ts';
import { Failure, tooManyRequests } from '../failure.ts';
import type { AuthCall, Json } from '../services.ts';
import { grantSession, presentSession } from '../sessions/grant-session.ts';
import { inTransaction } from '../transaction.ts';
import { refuseSignUp } from './register-account.ts';
import { insertUser } from './users.ts';

/** A session for a visitor without an address, who may add one later. */
export async function signUpAnonymously(call: AuthCall, data: Json): Promise<Response | Failure> {
  const { settings, limits, address, now } = call;
  if (!settings.anonymousSignIns) {
    return new Failure(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!settings.signUps) return refuseSignUp();
  const left = address === '' ? 0 : limits.address.anonymous.take(networkOf(address));
  if (left > 0) return tooManyRequests(left);

  const granted = await inTransaction(call, async (tx) => {
    const id = await insertUser(tx, {
      email: null,
      passwordHash: null,
      userMetadata: call.sanitizeUserMetadata(data, call.writer),
      appMetadata: {},
      isAnonymous: true,
      now,
    });
    if (!id) throw new Error('An account without an address was refused');
    await audit(tx, call, { id, email: null }, 'login', { provider: 'anonymous' });
    return grantSession(tx, call, id, 'anonymous');
  });
  return granted instanceof Failure ? granted : Response.json(await presentSession(call, granted));
}
