import { getUser, updateOwnUser } from './accounts/own-account.ts';
import { signUp } from './accounts/sign-up.ts';
import { adminCreateUser } from './admin/admin-create-user.ts';
import { adminDeleteUser } from './admin/admin-delete-user.ts';
import { adminGenerateLink } from './admin/admin-generate-link.ts';
import { adminGetUser } from './admin/admin-get-user.ts';
import { adminInvite } from './admin/admin-invite.ts';
import { adminListUsers } from './admin/admin-list-users.ts';
import { adminUpdateUser } from './admin/admin-update-user.ts';
import { openLink } from './codes/open-link.ts';
import { otp } from './codes/otp.ts';
import { reauthenticate } from './codes/reauthenticate.ts';
import { recover } from './codes/recover.ts';
import { resend } from './codes/resend.ts';
import { verify } from './codes/verify.ts';
import { health, jwks, settings } from './describe-service.ts';
import * as disabled from './disabled.ts';
import { adminDeleteFactor, adminListFactors, adminUpdateFactor } from './factors/admin-factors.ts';
import { challengeFactor } from './factors/challenge-factor.ts';
import { enrollFactor } from './factors/enroll-factor.ts';
import { unenrollFactor } from './factors/unenroll-factor.ts';
import { verifyFactor } from './factors/verify-factor.ts';
import type { Failure } from './failure.ts';
import { authorize, beginLinking } from './identities/authorize.ts';
import { callback } from './identities/callback.ts';
import { unlinkIdentity } from './identities/unlink-identity.ts';
import type { LimitedEndpoint } from './limits/auth-limiters.ts';
import type { AuthCall } from './services.ts';
import { logOut } from './sessions/log-out.ts';
import { token } from './sessions/token.ts';

type Endpoint = (call: AuthCall) => Promise<Response | Failure>;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/auth/v1`; a segment that starts with a colon is a placeholder. */
  path: string;
  endpoint: Endpoint;
  /** Limits the calls from one IP address. */
  limit?: LimitedEndpoint;
  /**
   * Takes at least a fixed time and sets the browser cookie, so that the response does not reveal
   * which addresses are known.
   */
  even?: true;
  /** Requires a CAPTCHA token if the project has CAPTCHAs enabled. */
  captcha?: true;
  /** Opened by following a link, which carries no API key. */
  keyless?: true;
}

export const routes: readonly Route[] = [
  { method: 'POST', path: '/signup', endpoint: signUp, limit: 'signup', even: true, captcha: true },
  { method: 'POST', path: '/token', endpoint: token, limit: 'token', captcha: true },
  {
    method: 'POST',
    path: '/recover',
    endpoint: recover,
    limit: 'recover',
    even: true,
    captcha: true,
  },
  { method: 'POST', path: '/resend', endpoint: resend, limit: 'resend', even: true, captcha: true },
  { method: 'POST', path: '/otp', endpoint: otp, limit: 'otp', even: true, captcha: true },
  { method: 'POST', path: '/magiclink', endpoint: otp, limit: 'otp', even: true, captcha: true },
  { method: 'GET', path: '/verify', endpoint: openLink, limit: 'verify', keyless: true },
  { method: 'POST', path: '/verify', endpoint: verify, limit: 'verify' },
  { method: 'POST', path: '/logout', endpoint: logOut },
  { method: 'GET', path: '/reauthenticate', endpoint: reauthenticate },
  { method: 'GET', path: '/user', endpoint: getUser },
  { method: 'PUT', path: '/user', endpoint: updateOwnUser, limit: 'user', even: true },

  { method: 'GET', path: '/settings', endpoint: settings },
  { method: 'GET', path: '/health', endpoint: health },
  { method: 'GET', path: '/.well-known/jwks.json', endpoint: jwks, keyless: true },

  { method: 'GET', path: '/admin/users', endpoint: adminListUsers },
  { method: 'POST', path: '/admin/users', endpoint: adminCreateUser },
  { method: 'GET', path: '/admin/users/:user_id', endpoint: adminGetUser },
  { method: 'PUT', path: '/admin/users/:user_id', endpoint: adminUpdateUser },
  { method: 'DELETE', path: '/admin/users/:user_id', endpoint: adminDeleteUser },
  { method: 'GET', path: '/admin/users/:user_id/factors', endpoint: adminListFactors },
  {
    method: 'PUT',
    path: '/admin/users/:user_id/factors/:factor_id',
    endpoint: adminUpdateFactor,
  },
  {
    method: 'DELETE',
    path: '/admin/users/:user_id/factors/:factor_id',
    endpoint: adminDeleteFactor,
  },
  { method: 'POST', path: '/admin/generate_link', endpoint: adminGenerateLink },
  { method: 'POST', path: '/invite', endpoint: adminInvite },

  { method: 'POST', path: '/factors', endpoint: enrollFactor, limit: 'enroll' },
  {
    method: 'POST',
    path: '/factors/:factor_id/challenge',
    endpoint: challengeFactor,
    limit: 'challenge',
  },
  { method: 'POST', path: '/factors/:factor_id/verify', endpoint: verifyFactor, limit: 'factor' },
  { method: 'DELETE', path: '/factors/:factor_id', endpoint: unenrollFactor, limit: 'enroll' },

  { method: 'GET', path: '/authorize', endpoint: authorize, limit: 'authorize', keyless: true },
  { method: 'GET', path: '/callback', endpoint: callback, keyless: true },
  { method: 'POST', path: '/callback', endpoint: callback, keyless: true },
  {
    method: 'GET',
    path: '/user/identities/authorize',
    endpoint: beginLinking,
    limit: 'authorize',
  },
  { method: 'DELETE', path: '/user/identities/:identity_id', endpoint: unlinkIdentity },

  { method: 'POST', path: '/sso', endpoint: disabled.singleSignOn, captcha: true },
  ...refuse('/sso/*', disabled.singleSignOn),
  ...refuse('/passkeys', disabled.passkeys),
  ...refuse('/passkeys/*', disabled.passkeys),
  ...refuse('/oauth/*', disabled.oauthServer),
  ...refuse('/admin/sso/*', disabled.adminSingleSignOn),
  ...refuse('/admin/users/:user_id/passkeys', disabled.adminPasskeys),
  ...refuse('/admin/users/:user_id/passkeys/*', disabled.adminPasskeys),
  ...refuse('/admin/oauth/*', disabled.adminOauthServer),
  ...refuse('/admin/custom-providers', disabled.adminCustomProviders),
  ...refuse('/admin/custom-providers/*', disabled.adminCustomProviders),
];

/** Refuses every path below this one, for every method. */
function refuse(path: string, endpoint: Endpoint): Route[] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  return methods.map((method) => ({ method, path, endpoint }));
}
