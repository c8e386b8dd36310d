import { PROVIDER_NAMES } from './identities/external-providers.ts';
import type { AuthCall } from './services.ts';

/** GET /settings: the available ways to sign in. */
export async function settings(call: AuthCall): Promise<Response> {
  const { signUps, anonymousSignIns, confirmEmails } = call.settings;
  const external = PROVIDER_NAMES.map((name) => [name, call.providers.has(name)]);
  return Response.json({
    external: {
      ...Object.fromEntries(external),
      email: true,
      phone: false,
      anonymous_users: anonymousSignIns,
    },
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

/** GET /.well-known/jwks.json: the public keys for verifying tokens. */
export async function jwks(call: AuthCall): Promise<Response> {
  const headers = { 'cache-control': 'public, max-age=600' };
  return Response.json(await call.signer.jwks(), { headers });
}
