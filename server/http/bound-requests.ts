import type { ServerResponse } from 'node:http';

/** Requests that have come and are not answered yet, of all visitors together. */
export interface RequestBounds {
  /** Beyond it pages and data are refused to visitors who have more than their part under way. */
  browsing: number;
  /** What is a visitor's part at least: as much as a browser asks for at once. */
  part: number;
  /** Beyond it pages and data are refused to everybody. */
  all: number;
  /** Beyond it buying, signing in and what pages are made of are refused as well. */
  preferred: number;
}

/** About what two cores answer in one to two seconds: whoever waited behind more would give up anyway. */
const requestBounds: RequestBounds = { browsing: 200, part: 6, all: 400, preferred: 1_000 };

export type RequestKind = 'browsing' | 'preferred';

/** Takes in a request, and returns how to say that it is over; null refuses it. */
export type AdmitRequest = (visitor: string, kind: RequestKind) => (() => void) | null;

export function boundRequests(bounds: RequestBounds = requestBounds): AdmitRequest {
  const underWay = new Map<string, number>();
  let total = 0;

  const isRefused = (own: number, kind: RequestKind): boolean => {
    if (kind === 'preferred') return total >= bounds.preferred;
    if (total >= bounds.all) return true;
    return (
      total >= bounds.browsing && own >= Math.max(bounds.part, bounds.browsing / underWay.size)
    );
  };

  return (visitor, kind) => {
    const own = underWay.get(visitor) ?? 0;
    if (isRefused(own, kind)) return null;
    total += 1;
    underWay.set(visitor, own + 1);
    return () => {
      total -= 1;
      const left = (underWay.get(visitor) ?? 1) - 1;
      if (left > 0) underWay.set(visitor, left);
      else underWay.delete(visitor);
    };
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

/** More is under way than the process can answer in time. */
export function refuseBusy(response: ServerResponse): void {
  // Not all at the same moment.
  const retryAfter = String(1 + Math.floor(Math.random() * 3));
  response.writeHead(503, {
    'content-type': 'text/plain; charset=utf-8',
    'retry-after': retryAfter,
  });
  response.end('The shop is very busy right now. Please try again in a moment.\n');
}
