import { z } from 'zod';
import { networkOf } from '../../access/network-of.ts';
import { LONGEST_EMAIL } from '../accounts/validate-contact.ts';
import { Failure } from '../failure.ts';
import { text } from '../fields.ts';
import { readBody } from '../read-body.ts';
import type { AuthCall } from '../services.ts';
import { knownBrowser } from '../sessions/browser.ts';
import { networkShares, takeAll } from './count-attempt.ts';

const body = z.object({ email: text });

/**
 * Uses one of the network's calls of /token and answers the milliseconds to wait. Each grant has its
 * own, and so has each account, and each account in a browser in which it has signed in before: nobody
 * behind the same network can use up what lets others in. A password takes its network's share first, so
 * that invented addresses leave nothing more in the database once it is used up. Refreshes are counted
 * once it is known whether the token is good.
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

/** Counts the address that is typed, apart where it has signed in in this browser. */
async function limitSignIn(call: AuthCall): Promise<number> {
  const email = await readEmail(call);
  const who = email === '' ? '' : `${knownBrowser(call, email) ? 'known' : 'stranger'} ${email}`;
  const own = [call.limits.address.token, `${networkOf(call.address)} password ${who}`] as const;
  return takeAll(call, [...networkShares(call, email), own]);
}

/** Empty where nobody can have that address. */
async function readEmail(call: AuthCall): Promise<string> {
  const params = await readBody(call.request.clone(), body);
  if (params instanceof Failure || params.email.length > LONGEST_EMAIL) return '';
  return params.email.toLowerCase();
}
