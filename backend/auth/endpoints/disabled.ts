import { Failure, invalid } from '../failure.ts';
import type { AuthCall } from '../services.ts';

/** What this project has not set up answers as GoTrue does when it is switched off. */

export async function grantByIdToken(_call: AuthCall): Promise<Failure> {
  return invalid('Unsupported provider: provider is not enabled');
}

export async function grantByWallet(): Promise<Failure> {
  return new Failure(422, 'web3_provider_disabled', 'Web3 provider is disabled');
}

export async function singleSignOn(): Promise<Failure> {
  return new Failure(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}

export async function authorize(): Promise<Failure> {
  return invalid('Unsupported provider: provider is not enabled');
}

export async function callback(call: AuthCall): Promise<Failure> {
  const stated = call.url.searchParams.get('state');
  return stated
    ? new Failure(400, 'bad_oauth_state', 'OAuth state not found or expired')
    : new Failure(400, 'bad_oauth_callback', 'OAuth state parameter missing');
}

export async function identities(): Promise<Failure> {
  return new Failure(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

export async function passkeys(): Promise<Failure> {
  return new Failure(404, 'passkey_disabled', 'Passkeys are disabled');
}

export async function oauthServer(): Promise<Failure> {
  return new Failure(404, 'feature_disabled', 'OAuth server is disabled');
}
