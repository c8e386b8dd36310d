import type { IncomingMessage, ServerResponse } from 'node:http';
import { rangeOf, visitorsOfRange } from '@liv-fit/backend/http';

/**
 * Limits on requests in progress, for all visitors together. Buying, browsing and uploaded files
 * are counted separately, so that heavy use of one doesn't keep anybody from the others. A request
 * counts until its response has been sent, so that a client that reads slowly is counted too.
 */
export interface RequestBounds {
  /** Per kind; above it, visitors who already have their share of them are refused. */
  many: number;
  /**
   * A visitor's guaranteed share: for pages and data, as many requests as a browser makes at once;
   * for checkout, sign-in and the shop's own files, as many as several people behind one address
   * make; for uploaded files, the pictures of several of their pages.
   */
  part: Record<RequestKind, number>;
  /** Above it, everybody is refused. */
  all: Record<RequestKind, number>;
  /**
   * Requests whose bodies are still being received are counted separately: each only takes up a
   * connection, and a client that never finishes sending must not use up the others' share.
   */
  coming: {
    /** Above it, visitors who already have their share of them are refused. */
    many: number;
    part: number;
    /** Above it, the visitor who has the most of them loses the latest. */
    all: number;
  };
}

/** About what two cores answer in one to two seconds; nobody waits longer than that anyway. */
const requestBounds: RequestBounds = {
  many: 200,
  part: { browsing: 6, preferred: 32, files: 48 },
  all: { browsing: 400, preferred: 1_000, files: 2_000 },
  coming: { many: 200, part: 16, all: 2_000 },
};

export type RequestKind = 'browsing' | 'preferred' | 'files';

/** A body that may still be being received. */
export interface ComingBody {
  isComplete: () => boolean;
  /** Closes its connection. */
  close: () => void;
}

/**
 * Admits a request and returns a function to call when it ends (calling it again does nothing).
 * Null means refused.
 */
export type AdmitRequest = (
  visitor: string,
  kind: RequestKind,
  body?: ComingBody,
) => (() => void) | null;

/**
 * A visitor is a network. The range around it counts as four visitors, however many of its
 * addresses send requests. A range is only over its limit if several of its networks are busy,
 * since each counts there with no more than its own share.
 */
export function boundRequests(bounds: RequestBounds = requestBounds): AdmitRequest {
  const underWay = {
    browsing: countByVisitor(),
    preferred: countByVisitor(),
    files: countByVisitor(),
  };
  const coming = countByVisitor();
  const bodies = new Map<
    ComingBody,
    { visitor: string; arrived: () => void; forget: () => void }
  >();

  const isRefused = (visitor: string, kind: RequestKind): boolean => {
    const own = underWay[kind];
    if (own.total >= bounds.all[kind]) return true;
    const part = Math.max(bounds.part[kind], bounds.many / own.visitors());
    return own.total >= bounds.many && own.reaches(visitor, part);
  };

  const noteArrivals = (): void => {
    for (const [body, { arrived }] of bodies) if (body.isComplete()) arrived();
  };

  const closeLatestOfHeaviest = (): void => {
    let heaviest: ComingBody | undefined;
    let most = bounds.coming.part;
    for (const [body, { visitor }] of bodies) {
      const load = coming.loadOf(visitor);
      if (load < most) continue;
      heaviest = body;
      most = load;
    }
    if (!heaviest) return;
    // Uncount it right away: other requests may arrive before its connection has closed, and each
    // of those must close a different body.
    bodies.get(heaviest)?.forget();
    heaviest.close();
  };

  const begin = (visitor: string, kind: RequestKind): (() => void) => {
    underWay[kind].add(visitor);
    return () => underWay[kind].remove(visitor);
  };

  const admitComing = (
    visitor: string,
    kind: RequestKind,
    body: ComingBody,
  ): (() => void) | null => {
    const { many, part, all } = bounds.coming;
    if (coming.total >= many && coming.reaches(visitor, part)) return null;
    if (coming.total >= all) closeLatestOfHeaviest();
    coming.add(visitor);
    const forget = () => {
      if (bodies.delete(body)) coming.remove(visitor);
    };
    let leave = forget;
    const arrived = () => {
      forget();
      leave = begin(visitor, kind);
    };
    bodies.set(body, { visitor, arrived, forget });
    return () => leave();
  };

  return (visitor, kind, body) => {
    noteArrivals();
    if (isRefused(visitor, kind)) return null;
    if (body) {
      const leave = admitComing(visitor, kind, body);
      return leave && once(leave);
    }
    return once(begin(visitor, kind));
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

/** Counts requests per network and per range. */
function countByVisitor() {
  const networks = new Map<string, { count: number; range: string }>();
  const ranges = new Map<string, { total: number; members: Set<string> }>();
  let total = 0;
  const count = (visitor: string, by: 1 | -1): void => {
    total += by;
    const network = networks.get(visitor) ?? { count: 0, range: rangeOf(visitor) };
    network.count += by;
    const range = ranges.get(network.range) ?? { total: 0, members: new Set() };
    range.total += by;
    if (network.count > 0) {
      networks.set(visitor, network);
      range.members.add(visitor);
    } else {
      networks.delete(visitor);
      range.members.delete(visitor);
    }
    if (range.total > 0) ranges.set(network.range, range);
    else ranges.delete(network.range);
  };
  return {
    get total() {
      return total;
    },
    visitors: () => networks.size,
    loadOf(visitor: string): number {
      const { count, range } = networks.get(visitor) ?? { count: 0, range: rangeOf(visitor) };
      return range === visitor
        ? count
        : Math.max(count, (ranges.get(range)?.total ?? 0) / visitorsOfRange);
    },
    /**
     * Whether the visitor has used up its share, or its range those of as many visitors as it
     * counts for.
     */
    reaches(visitor: string, part: number): boolean {
      const { count, range } = networks.get(visitor) ?? { count: 0, range: rangeOf(visitor) };
      if (count >= part) return true;
      if (range === visitor) return false;
      let ofRange = 0;
      for (const member of ranges.get(range)?.members ?? []) {
        ofRange += Math.min(networks.get(member)?.count ?? 0, part);
      }
      return ofRange >= visitorsOfRange * part;
    },
    add: (visitor: string) => count(visitor, 1),
    remove: (visitor: string) => count(visitor, -1),
  };
}

/** Buying, signing in and the files of pages take precedence over browsing. */
const preferred =
  /^\/(?:functions|webhooks|auth|cart|checkout|payment-success|paypal-success|assets|media)(?:[/?]|$)|^\/[^/?]+\.[a-z0-9]+(?:\?|$)/;
/** Health checks, which are answered at once if they are plain. */
const healthChecks = /^\/(?:healthz|readyz)$/;
const isPlain = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !comingBody(request);

/** Null if not counted. */
export function kindOfRequest(request: IncomingMessage): RequestKind | null {
  const { url = '/' } = request;
  if (healthChecks.test(url) && isPlain(request)) return null;
  if (url.startsWith('/storage/')) return 'files';
  return preferred.test(url) ? 'preferred' : 'browsing';
}

/** The request's body, if it may still be being received; undefined if it has none. */
export function comingBody(request: IncomingMessage): ComingBody | undefined {
  const { headers, socket } = request;
  const isAnnounced =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return isAnnounced
    ? { isComplete: () => request.complete, close: () => socket.destroy() }
    : undefined;
}

/** Too many requests are in progress. */
export function refuseBusy(response: ServerResponse): void {
  // Random, to spread out the retries.
  const retryAfter = String(1 + Math.floor(Math.random() * 3));
  response.writeHead(503, {
    'content-type': 'text/plain; charset=utf-8',
    'retry-after': retryAfter,
  });
  response.end('The shop is very busy right now. Please try again in a moment.\n');
}
