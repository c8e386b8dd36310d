import type { Database } from '@liv-fit/backend/database';
import type { Context } from 'hono';
import type { Site } from '#domain/texts/site-texts.ts';
import type { Accounts } from '#server/accounts/accounts.ts';
import type { AuthenticityContext } from '#server/authenticity/authenticity.ts';
import type { Archive } from '#server/backups/make-backup.ts';
import type { Finding } from '#server/doctor/finding.ts';
import type { Outbox } from '#server/email/outbox.ts';
import type { DirectMail } from '#server/first-day/send-test-mail.ts';
import type { RateLimiter } from '#server/http/rate-limiter.ts';
import type { RateLimit } from '#server/limits.ts';
import type { StartCheckout } from '#server/orders/checkout/start-checkout.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { Authenticate, Caller } from './caller.ts';
import type { DiscountGuesses } from './limit-discount-guesses.ts';

/** A function, called after the checks that all functions share. */
export type FunctionHandler = (
  c: Context,
  body: unknown,
  caller: Caller,
) => Promise<Response> | Response;

/**
 * Decides on a call before its body is read: returns the caller to proceed with, or the refusal.
 */
export type Admission = (
  c: Context,
  caller: Caller,
) => Promise<Caller | Response> | Caller | Response;

export interface FunctionDeps {
  context: OrderContext;
  /** Decides whether the caller is an admin. */
  database: Database;
  accounts: Accounts;
  startCheckout: StartCheckout;
  outbox: Pick<Outbox, 'awaitDelivery'>;
  directMail: DirectMail;
  authenticity: AuthenticityContext;
  authenticate: Authenticate;
  /** The shop's own origin, as the request's Host header names it. */
  originOf: (host: string | undefined) => string;
  /** False only for load tests on loopback. */
  rateLimits: boolean;
  discountGuesses: DiscountGuesses;
  /** Counts what an address has the payment providers asked; null without rate limits. */
  paymentLooks: RateLimiter | null;
  /** Counts captures by the provider's reference; null without rate limits. */
  captures: RateLimiter | null;
  /** Writes a backup, which is deleted when `use` ends. */
  withArchive: <T>(use: (archive: Archive) => Promise<T>) => Promise<T>;
  /** The shop's current health. */
  examine: () => Promise<Finding[]>;
  /** Renders a page with different settings and texts, uncached. */
  renderPage: (
    path: string,
    change: (site: Site) => Site,
    /** Whose rights to read with; anonymous if omitted. */
    authorization?: string,
  ) => Promise<string>;
  /** Runs a job once, now. */
  runJob: (name: string) => Promise<void>;
  /** How long functions that send an email wait for the mail server. */
  deliveryWaitMs: number;
}

/** A row of the function table: everything about one function. */
export interface ShopFunction {
  /** Called as `POST /functions/v1/<name>`. */
  name: string;
  /** Its previous name, still accepted for pages that were opened before the rename. */
  formerName?: string;
  access: Access;
  limit: RateLimit;
  /** Maximum body size; 100 kB by default. */
  maxBodyBytes?: number;
  handler: (deps: FunctionDeps) => FunctionHandler;
}

/** Who may call the handler; `authorize.ts` checks it. */
export type Access =
  /**
   * Any caller with the publishable key; treated as a guest until the account's second step is
   * completed.
   */
  | 'everyone'
  /** Any caller; the handler checks what it needs. */
  | 'unchecked'
  /** Signed in, including the second step if the account has one. */
  | 'customers'
  /** Signed in, but before the second step. */
  | 'before second step'
  | 'admins'
  /** Admins, or callers with the secret key: commands on the machine itself. */
  | 'admins and service'
  /** Only callers with the secret key. */
  | 'service';
