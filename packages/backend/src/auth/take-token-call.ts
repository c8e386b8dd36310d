import { z } from 'zod';
import { networkOf } from '../access/network-of.ts';
import { knownBrowser } from './browser.ts';
import { Failure } from './failure.ts';
import { text } from './fields.ts';
import { readBody } from './read-body.ts';
import type { AuthCall } from './services.ts';

const body = z.object({ email: text });

/**
 * Uses one of the network's calls of /token and answers the milliseconds to wait. Each grant has its
 * own, and so has each browser in which the address has signed in before: nobody behind the same
 * network can use up what keeps others signed in or lets them in again.
 */
export async function takeTokenCall(call: AuthCall): Promise<number> {
  const network = networkOf(call.address);
  const { refresh, token } = call.limits.address;
  switch (call.url.searchParams.get('grant_type')) {
    case 'refresh_token':
      return refresh.take(network);
    case 'pkce':
      return token.take(`${network} pkce`);
    case 'id_token':
      return token.take(`${network} id_token`);
    case 'password':
      return token.take(`${network} password ${await knownAddress(call)}`);
    default:
      return token.take(network);
  }
}

/** The address that is typed, if it has signed in in this browser; empty for a stranger. */
async function knownAddress(call: AuthCall): Promise<string> {
  const params = await readBody(call.request.clone(), body);
  if (params instanceof Failure) return '';
  const email = params.email.toLowerCase();
  return email !== '' && knownBrowser(call, email) ? email : '';
}
