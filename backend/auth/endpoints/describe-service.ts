import type { AuthCall } from '../services.ts';

const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'phone',
  'zoom',
];

/** GET /settings: what may be used to sign in. */
export async function settings(call: AuthCall): Promise<Response> {
  const { signUps, anonymousSignIns, confirmEmails } = call.settings;
  const off = Object.fromEntries(PROVIDERS.map((name) => [name, false]));
  return Response.json({
    external: { ...off, email: true, anonymous_users: anonymousSignIns },
    disable_signup: !signUps,
    mailer_autoconfirm: !confirmEmails,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  });
}

/** GET /health */
export async function health(): Promise<Response> {
  return Response.json({
    version: '1',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
}

/** GET /.well-known/jwks.json: the keys with which anybody can check a token. */
export async function jwks(call: AuthCall): Promise<Response> {
  const headers = { 'cache-control': 'public, max-age=600' };
  return Response.json(call.signer.jwks(), { headers });
}
