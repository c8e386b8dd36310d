import type { IncomingMessage, ServerResponse } from 'node:http';
import { rangeOf, visitorsOfRange } from '@liv-fit/backend/http';

/**
 * Requests in progress, for all visitors together. Buying and browsing are counted apart, so that
 * whoever does much of the one keeps nobody from the other.
 */
export interface RequestBounds {
  /** Of a kind; beyond it, further ones are refused to visitors who have more than their part of them. */
  many: number;
  /**
   * A visitor's minimum share: of pages and data as many requests as a browser makes at once, of checkout,
   * sign-in and files those of several people behind one address.
   */
  part: Record<RequestKind, number>;
  /** Above it, they are refused to everybody. */
  all: Record<RequestKind, number>;
  /**
   * Whose bodies are still coming are counted apart: they cost a connection, and whoever never ends
   * them must not use up what the others have.
   */
  coming: {
    /** Beyond it further ones are refused to visitors who have more than their part of them. */
    many: number;
    part: number;
    /** Beyond it whoever has the most of them loses the latest. */
    all: number;
  };
}

/** About what two cores answer in one to two seconds; nobody waits longer anyway. */
const requestBounds: RequestBounds = {
  many: 200,
  part: { browsing: 6, preferred: 32 },
  all: { browsing: 400, preferred: 1_000 },
  coming: { many: 200, part: 16, all: 2_000 },
};

export type RequestKind = 'browsing' | 'preferred';

/** A body that may still be coming. */
export interface ComingBody {
  isComplete: () => boolean;
  /** Ends its connection. */
  close: () => void;
}

/** Admits a request and returns a function to call when it ends; further calls do nothing. Null refuses it. */
export type AdmitRequest = (
  visitor: string,
  kind: RequestKind,
  body?: ComingBody,
) => (() => void) | null;

/**
 * Visitors are networks; the range around one counts as four, however many of its addresses ask. To be
 * refused for one's range takes several of its networks: one alone counts there with no more than its part.
 */
export function boundRequests(bounds: RequestBounds = requestBounds): AdmitRequest {
  const underWay = { browsing: countByVisitor(), preferred: countByVisitor() };
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
    // At once: until its connection has ended, others may come, for whom another body has to go.
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

/** Requests of each network and of each range. */
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
    /** Whether the visitor has its part, or its range those of as many visitors as it counts for. */
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

/** Buying, signing in and the files of pages come before browsing. */
const preferred =
  /^\/(?:functions|webhooks|auth|cart|checkout|payment-success|paypal-success|assets|media)(?:[/?]|$)|^\/[^/?]+\.[a-z0-9]+(?:\?|$)/;
/** Health checks, which are answered at once, and uploaded files, which have limits of their own. */
const unbounded = /^\/(?:healthz$|readyz$|storage\/)/;

/** Null: not counted. */
export function kindOfRequest(url = '/'): RequestKind | null {
  if (unbounded.test(url)) return null;
  return preferred.test(url) ? 'preferred' : 'browsing';
}

/** What of a request may still be coming; undefined where it has no body. */
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
  // Spread the retries.
  const retryAfter = String(1 + Math.floor(Math.random() * 3));
  response.writeHead(503, {
    'content-type': 'text/plain; charset=utf-8',
    'retry-after': retryAfter,
  });
  response.end('The shop is very busy right now. Please try again in a moment.\n');
}
