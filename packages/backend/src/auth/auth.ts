import { setTimeout } from 'node:timers/promises';
import { Hono } from 'hono';
import type { KeyRole } from '../access/api-keys.ts';
import { networkOf } from '../access/network-of.ts';
import { onBehalfOf } from '../database/database.ts';
import {
  CallerBusy,
  DatabaseClosing,
  DatabaseError,
  isOutage,
  refusesWrites,
} from '../database/database-error.ts';
import { QueueFull } from '../fair-queue.ts';
import { Failure, respondFailure, tooManyRequests } from './failure.ts';
import { createExternalProviders } from './identities/external-providers.ts';
import type { ProviderSettings } from './identities/provider.ts';
import { createAuthLimiters, type LimitedEndpoint } from './limits/auth-limiters.ts';
import { requireCaptcha } from './limits/captcha.ts';
import { limitTokenCalls } from './limits/limit-token-calls.ts';
import {
  type CreateLimiter,
  createLimiter,
  createSharedLimiter,
  unlimited,
} from './limits/limiter.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts';
import { type Route, routes } from './routes.ts';
import { type AuthCall, type AuthServices, isLimited, type Writer } from './services.ts';
import { ensureBrowserHash } from './sessions/browser.ts';
import { type AuthSettings, defaultSettings } from './settings.ts';

export interface AuthOptions
  extends Pick<
    AuthServices,
    'database' | 'signer' | 'siteUrl' | 'oneTimeTokenKey' | 'sendMail' | 'allowedRedirects'
  > {
  /** Emails account changes to their owner, if the settings ask for it; does nothing by default. */
  sendNotice?: AuthServices['sendNotice'];
  /** Removes metadata that the caller may not set; removes nothing by default. */
  sanitizeUserMetadata?: AuthServices['sanitizeUserMetadata'];
  /** URL of this API, if it differs from the site's. */
  apiUrl?: AuthServices['apiUrl'];
  /** Outside providers by name, such as `google`, `github` or `custom:mine`. */
  externalProviders?: Readonly<Record<string, ProviderSettings>>;
  captcha?: AuthServices['captcha'];
  findLeakedPassword?: AuthServices['findLeakedPassword'];
  /** Overrides of the defaults. */
  settings?: Partial<AuthSettings>;
  rateLimits?: 'on' | 'off';
  /**
   * Site-wide limit for emails to addresses without an account, not counting each caller's first;
   * 30 by default.
   */
  mailsPerHour?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
  hasher?: PasswordHasher;
  /** Waits for the given milliseconds. */
  wait?: (milliseconds: number) => Promise<unknown>;
  /** Receives unexpected errors; the caller gets a plain 500. */
  onError?: (error: unknown) => void;
}

/** The caller as the gateway identified it by its API key. */
interface AuthCaller {
  role: KeyRole;
  /** Whether a user's token was sent as well. */
  isUser?: boolean;
}

export interface Auth {
  /** Handles any request under `/auth/v1`. */
  fetch(request: Request, caller: AuthCaller): Promise<Response>;
  /** Whether the request needs no API key, such as links in emails and the public keys. */
  isKeyless(request: Request): boolean;
}

const BASE = '/auth/v1';

/** Minimum milliseconds of a call whose work depends on whether the address is known. */
const EVEN_ANSWER = 250;

type Bindings = { Bindings: AuthCaller };

/** GoTrue's protocol on the tables in `schema/`. */
export function createAuth(options: AuthOptions): Auth {
  const clock = options.clock ?? Date.now;
  const settings = { ...defaultSettings, ...options.settings };
  const wait = options.wait ?? setTimeout;
  const services: AuthServices = {
    database: options.database,
    signer: options.signer,
    siteUrl: options.siteUrl,
    apiUrl: options.apiUrl ?? options.siteUrl,
    allowedRedirects: options.allowedRedirects,
    oneTimeTokenKey: options.oneTimeTokenKey,
    sendMail: options.sendMail,
    sendNotice: options.sendNotice ?? (async () => {}),
    sanitizeUserMetadata: options.sanitizeUserMetadata ?? ((data) => data),
    settings,
    providers: createExternalProviders(options.externalProviders ?? {}),
    captcha: options.captcha ?? null,
    findLeakedPassword: options.findLeakedPassword ?? null,
    onError: options.onError ?? (() => {}),
    hasher: options.hasher ?? createPasswordHasher(),
    limits:
      options.rateLimits === 'off'
        ? createAuthLimiters(() => unlimited, { mailsPerHour: 1, mailInterval: 0 })
        : createAuthLimiters(limiterOf(options, clock), {
            mailsPerHour: options.mailsPerHour ?? 30,
            mailInterval: settings.mailInterval,
          }),
    clock,
  };

  const app = new Hono<Bindings>().basePath(BASE);
  for (const route of routes) {
    app.on(route.method, route.path, async (context) => {
      const call = beginCall(services, context.req.raw, context.req.param(), context.env);
      const [response] = await Promise.all([answer(route, call), route.even && wait(EVEN_ANSWER)]);
      return response;
    });
  }
  app.notFound((context) => context.text('404 page not found', 404));
  app.onError((error, context) => {
    if (!isExpected(error)) options.onError?.(error);
    return respondFailure(describeError(error), context.req.raw);
  });

  return {
    async fetch(request, caller) {
      // HEAD would otherwise run the GET handler, and a mail scanner's HEAD would use up the link.
      if (request.method === 'HEAD') return new Response(null, { status: 405 });
      return app.fetch(request, caller);
    },
    isKeyless({ method, url }) {
      const { pathname } = new URL(url);
      return routes.some(
        (route) => route.keyless && route.method === method && BASE + route.path === pathname,
      );
    },
  };
}

/** PostgreSQL may serve several processes; the embedded database serves one. */
function limiterOf({ database, oneTimeTokenKey }: AuthOptions, clock: () => number): CreateLimiter {
  if (database.kind !== 'postgres') return (_name, limit) => createLimiter(limit, clock);
  const counts = { secret: oneTimeTokenKey, clock };
  return (name, limit) => createSharedLimiter(counts, name, limit);
}

function beginCall(
  services: AuthServices,
  request: Request,
  params: Record<string, string>,
  caller: AuthCaller,
): AuthCall {
  const forwarded = request.headers.get('x-forwarded-for') ?? '';
  const address = forwarded.split(',')[0]?.trim() ?? '';
  const isOwnServer = caller.role === 'service_role';
  const network = isOwnServer || address === '' ? undefined : networkOf(address);
  const { hasher } = services;
  return {
    ...services,
    database: onBehalfOf(services.database, network),
    hasher: {
      hash: (password) => hasher.hash(password, network),
      verify: (stored, password) => hasher.verify(stored, password, network),
    },
    request,
    url: new URL(request.url),
    params,
    writer: nameWriter(caller),
    address,
    answerHeaders: new Headers(),
    now: new Date(services.clock()),
  };
}

/** A user's token sent along with the secret key makes it that user's call, as on a hosted project. */
function nameWriter({ role, isUser }: AuthCaller): Writer {
  return role === 'service_role' && !isUser ? 'service' : 'client';
}

async function answer(route: Route, call: AuthCall): Promise<Response> {
  // Set before the account is looked up, so that the cookie does not reveal whether the address is
  // known.
  if (route.even && call.writer === 'client') ensureBrowserHash(call);
  const left = route.limit && isLimited(call) ? await limitCall(route.limit, call) : 0;
  const refused = left > 0 ? tooManyRequests(left) : await checkPerson(route, call);
  const result = refused ?? (await route.endpoint(call));
  const response = result instanceof Failure ? respondFailure(result, call.request) : result;
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  for (const [name, value] of call.answerHeaders) response.headers.append(name, value);
  return response;
}

async function limitCall(limit: LimitedEndpoint, call: AuthCall): Promise<number> {
  const { address } = call.limits;
  return limit === 'token'
    ? limitTokenCalls(call)
    : address[limit].take(networkOf(call.address), call.database);
}

/** Grants that exchange one token for another need no CAPTCHA. */
async function checkPerson(route: Route, call: AuthCall): Promise<Failure | null> {
  const grant = route.path === '/token' ? call.url.searchParams.get('grant_type') : null;
  const needsPerson = route.captcha && !(grant !== null && PERSONLESS_GRANTS.has(grant));
  return needsPerson ? requireCaptcha(call) : null;
}

const PERSONLESS_GRANTS: ReadonlySet<string> = new Set(['refresh_token', 'pkce', 'id_token']);

/** Failures that callers cause, or that shutting down causes. */
function isExpected(error: unknown): boolean {
  return (
    error instanceof CallerBusy ||
    error instanceof DatabaseClosing ||
    (error instanceof DatabaseError && error.code === '57014')
  );
}

function describeError(error: unknown): Failure {
  if (error instanceof CallerBusy) return tooManyRequests(error.retryAfterSeconds * 1_000);
  if (error instanceof DatabaseError && error.code === '57014') {
    const message = 'Processing this request timed out, please retry after a moment.';
    return new Failure(504, 'request_timeout', message);
  }
  if (error instanceof QueueFull) {
    const message = 'Processing this request timed out, please retry after a moment.';
    return new Failure(504, 'request_timeout', message);
  }
  if (isOutage(error) || refusesWrites(error)) {
    const message = 'The database does not answer, please retry after a moment.';
    return new Failure(503, 'request_timeout', message, { retryAfter: 5000 });
  }
  const message = 'Unexpected failure, please check server logs for more information';
  return new Failure(500, 'unexpected_failure', message);
}
