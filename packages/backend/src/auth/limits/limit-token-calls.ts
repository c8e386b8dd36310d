import { z } from 'zod';
import { networkOf } from '../../access/network-of.ts';
import { LONGEST_EMAIL } from '../accounts/validate-contact.ts';
import { Failure } from '../failure.ts';
import { text } from '../fields.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { knownBrowser } from '../sessions/browser.ts';
import { consumeShares, networkShares } from './count-attempt.ts';

const body = z.object({ email: text });

/**
 * Counts a call to /token against its network and returns the milliseconds to wait. Each grant type
 * is counted separately, and so is each account, and each account in a browser it has signed in
 * from before: nobody behind the same network can use up what others need to sign in. A password is
 * counted against its network's share first, so that once the share is used up, invented addresses
 * add nothing to the database. Refreshes are counted later, once it is known whether the token is
 * valid.
 */
export async function limitTokenCalls(call: AuthCall): Promise<number> {
  const network = networkOf(call.address);
  const { database } = call;
  const { token } = call.limits.address;
  switch (call.url.searchParams.get('grant_type')) {
    case 'refresh_token':
      return 0;
    case 'pkce':
      return token.take(`${network} pkce`, database);
    case 'id_token':
      return token.take(`${network} id_token`, database);
    case 'password':
      return limitSignIn(call);
    default:
      return token.take(network, database);
  }
}

/** Counts by the email address typed, separately if it has signed in from this browser before. */
async function limitSignIn(call: AuthCall): Promise<number> {
  const email = await readEmail(call);
  const who = email === '' ? '' : `${knownBrowser(call, email) ? 'known' : 'stranger'} ${email}`;
  const own = [call.limits.address.token, `${networkOf(call.address)} password ${who}`] as const;
  return consumeShares(call, [...networkShares(call, email), own]);
}

/** Empty if no account can have that address. */
async function readEmail(call: AuthCall): Promise<string> {
  const params = await readBody(call.request.clone(), body);
  if (params instanceof Failure || params.email.length > LONGEST_EMAIL) return '';
  return params.email.toLowerCase();
}
