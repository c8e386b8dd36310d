import { createGithub } from './github.ts';
import { createOpenidIssuer } from './openid-issuer.ts';
import type { ExternalProvider, ProviderSettings } from './provider.ts';

/** Provider names that GoTrue knows; any other is `custom:` and a word. */
export const PROVIDER_NAMES = [
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
  'zoom',
] as const;

/** Well-known issuers; for others, the owner configures the URL. */
const ISSUERS: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
};

/** The providers configured by the project's owner, by name. */
export function createExternalProviders(
  configured: Readonly<Record<string, ProviderSettings>>,
): ReadonlyMap<string, ExternalProvider> {
  return new Map(
    Object.entries(configured).map(([name, settings]) => [name, createProvider(name, settings)]),
  );
}

/** What the provider lacks and cannot be used without, or null. */
export function findMissingSetting(
  name: string,
  { clientIds, secret, url }: ProviderSettings,
): string | null {
  if (!clientIds[0] || !secret) return 'needs client_id and secret';
  if (name === 'github') return null;
  return URL.canParse(url || (ISSUERS[name] ?? '')) ? null : 'needs the url of its issuer';
}

function createProvider(name: string, settings: ProviderSettings): ExternalProvider {
  const lack = findMissingSetting(name, settings);
  if (lack) throw new TypeError(`auth.external.${name} ${lack}`);
  if (name === 'github') return createGithub(name, settings);
  return createOpenidIssuer(name, settings.url || (ISSUERS[name] ?? ''), settings);
}

export function issuerOf(provider: ExternalProvider): string | undefined {
  return provider.settings.url || ISSUERS[provider.name];
}

/** The URL of an issuer that GoTrue knows by name, configured here or not. */
export function knownIssuer(name: string): string | undefined {
  return ISSUERS[name];
}
