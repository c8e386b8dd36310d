import { Failure } from '../failure.ts';

/** What this project has not set up answers as GoTrue does when it is switched off. */

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
