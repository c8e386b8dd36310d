import type { Json } from '../services.ts';

/** An outside provider as the project's owner configured it (`[auth.external.<name>]`). */
export interface ProviderSettings {
  /** The first one is used to sign people in; ID tokens issued to any of them are accepted. */
  clientIds: readonly [string, ...string[]];
  secret: string;
  /** Where the provider redirects browsers back to; our own `/callback` by default. */
  redirectUri?: string;
  /** The URL of the issuer, or of a GitHub Enterprise server. */
  url?: string;
  /** Accepts ID tokens without a nonce (`skip_nonce_check`). */
  skipNonceCheck?: boolean;
  /** Allows accounts without an email address (`email_optional`). */
  emailOptional?: boolean;
}

export interface ProvidedEmail {
  /** In lower case. */
  email: string;
  verified: boolean;
}

/** The person a provider vouches for. */
export interface Profile {
  /** Unique at that provider and never changes. */
  subject: string;
  /** The main address first, then the person's others. */
  emails: readonly ProvidedEmail[];
  /** What the account shows of this person, under GoTrue's names. */
  data: Json;
}

/** The result of coming back from the provider. */
export interface Arrival {
  profile: Profile;
  accessToken: string;
  refreshToken: string;
}

export interface Departure {
  redirectUri: string;
  state: string;
  /** This sign-in's secret; the provider only sees hashes of it. */
  verifier: string;
  /** Requested in addition to the default scopes. */
  scopes: readonly string[];
  /** Additional parameters for the provider, such as `prompt`. */
  extra: Readonly<Record<string, string>>;
}

/** A provider that browsers can be sent to. Methods throw if it cannot be reached or trusted. */
export interface ExternalProvider {
  name: string;
  settings: ProviderSettings;
  /** The URL at which the provider asks for consent. */
  depart(departure: Departure): Promise<URL>;
  /** Exchanges the code in `answer`, the URL at which the browser came back. */
  arrive(answer: URL, expected: { state: string; verifier: string }): Promise<Arrival>;
  /** Checks an ID token; only OpenID Connect issuers have this. */
  readIdToken?: (token: string, now: Date) => Promise<IdToken | null>;
}

export interface IdToken {
  claims: Json;
  /** The signature's algorithm, which determines how `at_hash` is computed. */
  algorithm: string;
  audiences: readonly string[];
  profile: Profile;
}
