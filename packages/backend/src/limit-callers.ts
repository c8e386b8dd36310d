import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type ApiKeys, createKeyMatcher } from './access/api-keys.ts';
import { readBearer } from './access/authenticate-request.ts';
import { callerOf } from './access/network-of.ts';
import { respondFailure, tooManyRequests } from './auth/failure.ts';
import { allowAnyOrigin } from './cors.ts';

export interface CallerLimits {
  /** Calls of one network in a minute. */
  callsPerMinute?: number;
  /** Calls of one network answered at once; further ones wait. */
  running?: number;
  /** Calls of one network that may wait. */
  waiting?: number;
}

/** Far more than people behind one address make; what a program makes is bounded. */
const defaults: Required<CallerLimits> = { callsPerMinute: 1_200, running: 8, waiting: 100 };

type Answer = (request: Request) => Promise<Response>;

/**
 * Shares `/rest/v1` and `/auth/v1` among callers: each network has a number of calls a minute and
 * of calls at once, so that none fills the queues of all. The holder of the secret key is not
 * limited. The `x-forwarded-for` header must be established by then.
 */
export function limitCallers(
  answer: Answer,
  keys: ApiKeys,
  limits: CallerLimits = {},
): (request: Request) => Promise<Response> {
  const { callsPerMinute, running, waiting } = { ...defaults, ...limits };
  const matchKey = createKeyMatcher(keys);
  const rate = new RateLimiterMemory({ points: callsPerMinute, duration: 60 });
  const lanes = new Map<string, Lane>();

  const isSecret = ({ headers }: Request) =>
    [headers.get('apikey'), readBearer(headers)].some(
      (key) => key && matchKey(key) === 'service_role',
    );

  return async (request) => {
    const { pathname } = new URL(request.url);
    const isLimited = /^\/(?:rest|auth)\/v1(?:\/|$)/.test(pathname);
    if (!isLimited || request.method === 'OPTIONS' || isSecret(request)) return answer(request);

    const caller = callerOf(request.headers) ?? 'unknown';
    const seconds = await rate.consume(caller).then(
      () => 0,
      (rejection: unknown) => {
        if (rejection instanceof Error) throw rejection;
        return Math.max(1, Math.ceil((rejection as { msBeforeNext: number }).msBeforeNext / 1_000));
      },
    );
    if (seconds > 0) return refuse(request, seconds);

    const lane = lanes.get(caller) ?? { running: 0, waiting: [] };
    lanes.set(caller, lane);
    if (lane.running >= running) {
      if (lane.waiting.length >= waiting) return refuse(request, 1);
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    } else {
      lane.running += 1;
    }
    try {
      return await answer(request);
    } finally {
      const next = lane.waiting.shift();
      // Whoever waited longest takes over the place.
      if (next) next();
      else {
        lane.running -= 1;
        if (lane.running === 0) lanes.delete(caller);
      }
    }
  };
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** In the words of the protocol that was spoken. */
function refuse(request: Request, seconds: number): Response {
  if (new URL(request.url).pathname.startsWith('/auth/')) {
    return allowAnyOrigin(respondFailure(tooManyRequests(seconds * 1_000), request));
  }
  const body = {
    code: 'rate_limited',
    message: 'Too many requests. Please wait a moment.',
    details: null,
    hint: null,
  };
  const headers = { 'retry-after': String(seconds) };
  return allowAnyOrigin(Response.json(body, { status: 429, headers }));
}
