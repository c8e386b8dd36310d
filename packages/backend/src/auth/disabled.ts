import { Failure } from './failure.ts';
import type { AuthCall } from './services.ts';
import { requireService } from './sessions/require-user.ts';

/** Endpoints of features this backend lacks respond as GoTrue does when they are disabled. */

export async function grantByWallet(): Promise<Failure> {
  return new Failure(422, 'web3_provider_disabled', 'Web3 provider is disabled');
}

export async function singleSignOn(): Promise<Failure> {
  return new Failure(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}

export async function passkeys(): Promise<Failure> {
  return new Failure(404, 'passkey_disabled', 'Passkeys are disabled');
}

export async function oauthServer(): Promise<Failure> {
  return new Failure(404, 'feature_disabled', 'OAuth server is disabled');
}

export async function adminSingleSignOn(call: AuthCall): Promise<Failure> {
  return (await requireService(call)) ?? singleSignOn();
}

export async function adminPasskeys(call: AuthCall): Promise<Failure> {
  return (await requireService(call)) ?? passkeys();
}

export async function adminOauthServer(call: AuthCall): Promise<Failure> {
  return (await requireService(call)) ?? oauthServer();
}

export async function adminCustomProviders(call: AuthCall): Promise<Failure> {
  const message = 'Custom OAuth providers are disabled';
  return (await requireService(call)) ?? new Failure(404, 'feature_disabled', message);
}
