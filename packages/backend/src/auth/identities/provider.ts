import type { Json } from '../services.ts';

/** One outside provider as the project's owner registered it (`[auth.external.<name>]`). */
export interface ProviderSettings {
  /** The first one signs people in; ID tokens made for any of them are accepted. */
  clientIds: readonly [string, ...string[]];
  secret: string;
  /** Where the provider sends browsers back to; this interface's `/callback` unless given. */
  redirectUri?: string;
  /** The issuer, or the address of a GitHub Enterprise server. */
  url?: string;
  /** ID tokens need no nonce (`skip_nonce_check`). */
  skipNonceCheck?: boolean;
  /** Accounts without an address are let in (`email_optional`). */
  emailOptional?: boolean;
}

export interface ProvidedEmail {
  /** In lower case. */
  email: string;
  verified: boolean;
}

/** Whom a provider vouches for. */
export interface Profile {
  /** Never changes and is unique at that provider. */
  subject: string;
  /** The main address, which comes first, and others of the same person. */
  emails: readonly ProvidedEmail[];
  /** What the account shows of them, in GoTrue's names. */
  data: Json;
}

/** Somebody came back from the provider. */
export interface Arrival {
  profile: Profile;
  accessToken: string;
  refreshToken: string;
}

export interface Departure {
  redirectUri: string;
  state: string;
  /** Secret of this sign-in, of which the provider sees only hashes. */
  verifier: string;
  /** Asked for besides what is always asked for. */
  scopes: readonly string[];
  /** Further parameters for the provider, such as `prompt`. */
  extra: Readonly<Record<string, string>>;
}

/** A provider to which browsers can be sent. Methods throw when it cannot be reached or trusted. */
export interface ExternalProvider {
  name: string;
  settings: ProviderSettings;
  /** The address at which the provider asks for consent. */
  depart(departure: Departure): Promise<URL>;
  /** Exchanges the code in `answer`, the address at which the browser came back. */
  arrive(answer: URL, expected: { state: string; verifier: string }): Promise<Arrival>;
  /** Checks an ID token; only OpenID Connect issuers have it. */
  readIdToken?: (token: string, now: Date) => Promise<IdToken | null>;
}

export interface IdToken {
  claims: Json;
  /** The signature's algorithm, by which `at_hash` is made. */
  algorithm: string;
  audiences: readonly string[];
  profile: Profile;
}
