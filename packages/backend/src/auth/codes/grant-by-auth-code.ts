import { z } from 'zod';
import { findUserById, isBanned } from '../accounts/users.ts';
import { audit } from '../audit.ts';
import { Failure, invalid } from '../failure.ts';
import { text } from '../fields.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { grantSession, presentSession } from '../sessions/grant-session.ts';
import { inTransaction } from '../transaction.ts';
import { redeemAuthCode } from './pkce.ts';

const body = z.object({ auth_code: text, code_verifier: text });

export async function grantByAuthCode(call: AuthCall): Promise<Response | Failure> {
  const params = await readBody(call.request, body);
  if (params instanceof Failure) return params;
  const { auth_code: code, code_verifier: verifier } = params;
  if (!code || !verifier) {
    return invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const granted = await inTransaction(call, async (tx) => {
    const flow = await redeemAuthCode(tx, code, verifier, call.now);
    if (flow instanceof Failure) return flow;
    const user = await findUserById(tx, flow.userId);
    if (!user) return new Failure(404, 'user_not_found', 'User not found');
    if (isBanned(user, call.now)) return new Failure(403, 'user_banned', 'User is banned');
    await audit(tx, call, user, 'login', { provider_type: flow.providerType });
    const session = await grantSession(tx, call, user.id, flow.method);
    return { session, providerTokens: flow.providerTokens };
  });
  if (granted instanceof Failure) return granted;
  const session = await presentSession(call, granted.session);
  return Response.json({ ...session, ...granted.providerTokens });
}
