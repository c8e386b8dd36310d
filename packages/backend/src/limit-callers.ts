import { LRUCache } from 'lru-cache';
import { type ApiKeys, createKeyMatcher } from './access/api-keys.ts';
import { readBearer } from './access/authenticate-request.ts';
import { callerOf } from './access/network-of.ts';
import { respondFailure, tooManyRequests } from './auth/failure.ts';
import { BoundedRateLimiter, rememberedKeys } from './bounded-rate-limiter.ts';
import { allowAnyOrigin } from './cors.ts';
import { callerLimits, callWeights, type LaneLimits } from './limits.ts';
import { respondFailure as respondStorageFailure, slowDown } from './storage/failure.ts';

/** Uploads take long, and a page loads many files: neither should use up the slots of other calls. */
type LaneName = keyof typeof callerLimits;

export type CallerLimits = Partial<Record<LaneName, Partial<LaneLimits>>>;

/**
 * Counts a network's calls in this minute across all processes. Resolves to the seconds to wait
 * once they are used up, 0 before that.
 */
export type CountTogether = (lane: LaneName, caller: string, calls: number) => Promise<number>;

export interface CallerLimitOptions {
  limits?: CallerLimits;
  /** Left out, each process counts on its own. */
  countTogether?: CountTogether | undefined;
}

/**
 * A minute's calls are reported to the shared count in this many blocks: only heavy callers cost
 * the database a statement, and what several processes haven't reported stays within a tenth.
 */
const blocksPerMinute = 50;

type Answer = (request: Request) => Promise<Response>;

/**
 * Divides `/rest/v1`, `/auth/v1` and `/storage/v1` fairly among callers: each network has a limit
 * on calls per minute and on concurrent calls, so that none can fill the queues for everyone. The
 * holder of the secret key isn't limited. The `x-forwarded-for` header must already be trustworthy.
 */
export function limitCallers(
  answer: Answer,
  keys: ApiKeys,
  { limits = {}, countTogether }: CallerLimitOptions = {},
): (request: Request) => Promise<Response> {
  const matchKey = createKeyMatcher(keys);
  const openLane = (name: LaneName) =>
    new Lane(
      { ...callerLimits[name], ...limits[name] },
      countTogether && ((caller, calls) => countTogether(name, caller, calls)),
    );
  const lanes: Record<LaneName, Lane> = {
    calls: openLane('calls'),
    files: openLane('files'),
    uploads: openLane('uploads'),
  };

  const isSecret = ({ headers }: Request) =>
    [headers.get('apikey'), readBearer(headers)].some(
      (key) => key && matchKey(key) === 'service_role',
    );

  return async (request) => {
    const name = laneOf(request);
    if (!name || request.method === 'OPTIONS' || isSecret(request)) return answer(request);
    const caller = callerOf(request.headers) ?? 'unknown';
    const lane = lanes[name];
    const seconds = await lane.enter(caller, name === 'uploads' ? 1 : weightOf(request));
    if (seconds > 0) return refuse(request, seconds);
    try {
      const response = await answer(request);
      if (name === 'calls') lane.charge(caller, weightOfAnswer(response));
      return response;
    } finally {
      lane.leave(caller);
    }
  };
}

function laneOf({ method, url }: Request): LaneName | null {
  const pathname = decoded(new URL(url).pathname);
  if (/^\/(?:rest|auth)\/v1(?:\/|$)/.test(pathname)) return 'calls';
  if (!/^\/storage\/v1(?:\/|$)/.test(pathname)) return null;
  const isUpload =
    method === 'PUT' ||
    (method === 'POST' && !smallPost.test(pathname.slice('/storage/v1'.length)));
  return isUpload ? 'uploads' : 'files';
}

/** As the routers of the APIs read it. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

const { bytesPerCall, unannouncedBytes, answerBytesPerCall, heaviest } = callWeights;

function weightOf({ url, headers, body }: Request): number {
  const announced = headers.get('content-length');
  const length = announced === null ? (body ? unannouncedBytes : 0) : Number(announced) || 0;
  return Math.min(heaviest, 1 + Math.floor((length + url.length) / bytesPerCall));
}

/** The database has built the whole of an answer that turns out to be too large. */
function weightOfAnswer({ headers, status }: Response): number {
  if (status === 413) return heaviest;
  const length = Number(headers.get('content-length')) || 0;
  return Math.min(heaviest, Math.floor(length / answerBytesPerCall));
}

/** Storage requests that POST JSON rather than a file. */
const smallPost = /^\/(?:bucket|object\/(?:list|list-v2|move|copy|sign|upload\/sign))(?:\/|$)/;

/** Each caller's slots for one kind of call. */
class Lane {
  private readonly limits: LaneLimits;
  private readonly rate: BoundedRateLimiter;
  private readonly countTogether: ((caller: string, calls: number) => Promise<number>) | undefined;
  /** Each caller's calls that aren't in the shared count yet. */
  private readonly untold = new LRUCache<string, number>({ max: rememberedKeys });
  private readonly places = new Map<
    string,
    { running: number; waiting: ((seconds: number) => void)[] }
  >();

  constructor(
    limits: LaneLimits,
    countTogether?: (caller: string, calls: number) => Promise<number>,
  ) {
    this.limits = limits;
    this.rate = new BoundedRateLimiter({ points: limits.callsPerMinute, duration: 60 });
    this.countTogether = countTogether;
  }

  /** Waits for a slot and returns 0, or returns the seconds after which to retry. */
  async enter(caller: string, weight = 1): Promise<number> {
    const seconds = (await this.countHere(caller, weight)) || (await this.tell(caller, weight));
    if (seconds > 0) return seconds;
    const place = this.places.get(caller) ?? { running: 0, waiting: [] };
    this.places.set(caller, place);
    if (place.running < this.limits.running) {
      place.running += 1;
      return 0;
    }
    if (place.waiting.length >= this.limits.waiting) return 1;
    return new Promise((resolve) => place.waiting.push(resolve));
  }

  private async countHere(caller: string, weight: number): Promise<number> {
    try {
      await this.rate.consume(caller, weight);
      return 0;
    } catch (rejection) {
      if (rejection instanceof Error) throw rejection;
      return Math.max(1, Math.ceil((rejection as { msBeforeNext: number }).msBeforeNext / 1_000));
    }
  }

  /** Once the shared count is used up, the caller is blocked here too. */
  private async tell(caller: string, weight: number): Promise<number> {
    if (!this.countTogether) return 0;
    const untold = (this.untold.get(caller) ?? 0) + weight;
    if (untold < this.limits.callsPerMinute / blocksPerMinute) {
      this.untold.set(caller, untold);
      return 0;
    }
    this.untold.delete(caller);
    const seconds = await this.countTogether(caller, untold);
    if (seconds > 0) await this.rate.block(caller, seconds);
    return seconds;
  }

  /** Adds what a call actually cost. Once that uses up the limit, calls that still wait are refused. */
  charge(caller: string, weight: number): void {
    if (weight === 0) return;
    this.rate
      .penalty(caller, weight)
      .then(({ consumedPoints, msBeforeNext }) => {
        if (consumedPoints <= this.limits.callsPerMinute) return;
        const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
        for (const refuse of this.places.get(caller)?.waiting.splice(0) ?? []) refuse(seconds);
      })
      .catch(() => {});
    this.tell(caller, weight).catch(() => {});
  }

  leave(caller: string): void {
    const place = this.places.get(caller);
    if (!place) return;
    const next = place.waiting.shift();
    // The slot goes to the call that has waited longest.
    if (next) {
      next(0);
      return;
    }
    place.running -= 1;
    if (place.running === 0) this.places.delete(caller);
  }
}

const message = 'Too many requests. Please wait a moment.';

/** Responds in the format of the API that was called. */
function refuse(request: Request, seconds: number): Response {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/auth/')) {
    return allowAnyOrigin(respondFailure(tooManyRequests(seconds * 1_000), request));
  }
  if (pathname.startsWith('/storage/')) {
    return allowAnyOrigin(respondStorageFailure(slowDown(message, seconds)));
  }
  const body = { code: 'rate_limited', message, details: null, hint: null };
  const headers = { 'retry-after': String(seconds) };
  return allowAnyOrigin(Response.json(body, { status: 429, headers }));
}
