import type { TokenSigner } from '../access/token-signer.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { ExternalProvider } from './identities/provider.ts';
import type { AuthLimiters } from './limits/auth-limiters.ts';
import type { CaptchaSettings } from './limits/captcha.ts';
import type { AuthNotice } from './notices.ts';
import type { FindLeakedPassword } from './passwords/leaked-passwords.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { AuthSettings } from './settings.ts';

export type Json = Record<string, unknown>;

/** Who is writing: a visitor or signed-in user, or the holder of the secret key. */
export type Writer = 'client' | 'service';

export type MailKind =
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change'
  | 'reauthentication';

export interface AuthMail {
  /** A single bare address. */
  to: string;
  kind: MailKind;
  /** The six-digit code to type in. */
  token: string;
  /** The token hash contained in the link. */
  tokenHash: string;
  /** Opening it confirms; empty for a reauthentication, which only has the code. */
  link: string;
  /** Where the link redirects in the end. */
  redirectTo: string;
  userMetadata: Json;
  /** The preferred language of the requesting browser, such as `en-GB`. */
  locale?: string;
}

/** Dependencies of the endpoints. */
export interface AuthServices {
  database: Database;
  signer: TokenSigner;
  hasher: PasswordHasher;
  limits: AuthLimiters;
  /** The site's URL, without a trailing slash, as seen from this request. */
  siteUrl: (request: Request) => string;
  /** The public URL of this API, used for the tokens' issuer and links in emails. */
  apiUrl: (request: Request) => string;
  allowedRedirects: readonly string[];
  oneTimeTokenKey: string;
  /** Called in the transaction that creates the token, so that both are stored or neither. */
  sendMail: (mail: AuthMail, tx: Queryable) => Promise<void>;
  /** Called in the transaction that makes the change, so that both are stored or neither. */
  sendNotice: (notice: AuthNotice, tx: Queryable) => Promise<void>;
  sanitizeUserMetadata: (data: Json, writer: Writer) => Json;
  settings: AuthSettings;
  /** The configured outside providers, by name. */
  providers: ReadonlyMap<string, ExternalProvider>;
  /** Null disables the CAPTCHA. */
  captcha: CaptchaSettings | null;
  /** Null skips the check for leaked passwords. */
  findLeakedPassword: FindLeakedPassword | null;
  /** Called with errors that the response does not reveal. */
  onError: (error: unknown) => void;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** One request, as endpoints see it. */
export interface AuthCall extends AuthServices {
  request: Request;
  url: URL;
  /** Values of the route's placeholders. */
  params: Readonly<Record<string, string>>;
  writer: Writer;
  /** The caller's IP address, for limits and the audit log; empty if unknown. */
  address: string;
  /** Headers added to every response. */
  answerHeaders: Headers;
  /** The time of the call, used for everything it writes. */
  now: Date;
}

/** Whether the call counts against its network. */
export function isLimited({ writer, address }: AuthCall): boolean {
  return writer === 'client' && address !== '';
}

/** The only audience of this project's accounts. */
export const AUDIENCE = 'authenticated';

/** Hosted projects store their accounts under this instance. */
export const INSTANCE_ID = '00000000-0000-0000-0000-000000000000';
