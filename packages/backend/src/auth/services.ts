import type { TokenSigner } from '../access/token-signer.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { ExternalProvider } from './identities/provider.ts';
import type { CaptchaSettings } from './limits/captcha.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { AuthNotice } from './notices.ts';
import type { FindLeakedPassword } from './passwords/leaked-passwords.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { AuthSettings } from './settings.ts';

export type Json = Record<string, unknown>;

/** Who writes: a visitor or a signed-in user, or the holder of the secret key. */
export type Writer = 'client' | 'service';

export type MailKind =
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change'
  | 'reauthentication';

export interface AuthMail {
  /** One bare address. */
  to: string;
  kind: MailKind;
  /** The six-digit code, to be typed in. */
  token: string;
  /** The token hash in the link. */
  tokenHash: string;
  /**
   * The address that confirms when opened; empty for a reauthentication, which has only the code.
   */
  link: string;
  /** The URL that the link finally redirects to. */
  redirectTo: string;
  userMetadata: Json;
  /** The first language of the browser that asked, such as `en-GB`. */
  locale?: string;
}

/** Dependencies of the endpoints. */
export interface AuthServices {
  database: Database;
  signer: TokenSigner;
  hasher: PasswordHasher;
  limits: RateLimits;
  /** The site's URL without a trailing slash, as this request may see it. */
  siteUrl: (request: Request) => string;
  /** Where this interface is reached: the front of its tokens' issuer and of links in emails. */
  apiUrl: (request: Request) => string;
  allowedRedirects: readonly string[];
  oneTimeTokenKey: string;
  /** Called inside the transaction that makes the token: both are stored or neither. */
  sendMail: (mail: AuthMail, tx: Queryable) => Promise<void>;
  /** Called inside the transaction that makes the change: both are stored or neither. */
  sendNotice: (notice: AuthNotice, tx: Queryable) => Promise<void>;
  sanitizeUserMetadata: (data: Json, writer: Writer) => Json;
  settings: AuthSettings;
  /** Outside providers that are set up, by name. */
  providers: ReadonlyMap<string, ExternalProvider>;
  /** Null disables the CAPTCHA. */
  captcha: CaptchaSettings | null;
  /** Null skips the check against leaked passwords. */
  findLeakedPassword: FindLeakedPassword | null;
  /** Called with errors that the answer itself does not reveal. */
  onError: (error: unknown) => void;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** One request as an endpoint sees it. */
export interface AuthCall extends AuthServices {
  request: Request;
  url: URL;
  /** Values of the route's placeholders. */
  params: Readonly<Record<string, string>>;
  writer: Writer;
  /** The caller's address, for limits and the audit log; empty when unknown. */
  address: string;
  /** Headers added to every answer. */
  answerHeaders: Headers;
  /** The time of the call, used for everything it writes. */
  now: Date;
}

/** Whether the call counts against its network. */
export function isLimited({ writer, address }: AuthCall): boolean {
  return writer === 'client' && address !== '';
}

/** The one audience of this project's accounts. */
export const AUDIENCE = 'authenticated';

/** Hosted projects keep their accounts under this instance. */
export const INSTANCE_ID = '00000000-0000-0000-0000-000000000000';
