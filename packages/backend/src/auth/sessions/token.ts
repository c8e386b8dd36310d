import { grantByAuthCode } from '../codes/grant-by-auth-code.ts';
import { grantByWallet } from '../disabled.ts';
import { Failure } from '../failure.ts';
import { grantByIdToken } from '../identities/grant-by-id-token.ts';
import { grantByPassword } from '../passwords/grant-by-password.ts';
import type { AuthCall } from '../services.ts';
import { grantByRefreshToken } from './grant-by-refresh-token.ts';

/** POST /token?grant_type=…: grants a session. */
export async function token(call: AuthCall): Promise<Response | Failure> {
  switch (call.url.searchParams.get('grant_type')) {
    case 'password':
      return grantByPassword(call);
    case 'refresh_token':
      return grantByRefreshToken(call);
    case 'pkce':
      return grantByAuthCode(call);
    case 'id_token':
      return grantByIdToken(call);
    case 'web3':
      return grantByWallet();
    default:
      return new Failure(400, 'invalid_credentials', 'unsupported_grant_type');
  }
}
