import type { ServerResponse } from 'node:http';

/** Requests in progress, for all visitors together. */
export interface RequestBounds {
  /** Above it, pages and data are refused to visitors who exceed their share. */
  browsing: number;
  /** A visitor's minimum share: as many requests as a browser makes at once. */
  part: number;
  /** Above it, pages and data are refused to everybody. */
  all: number;
  /** Above it, checkout, sign-in and the files of pages are refused as well. */
  preferred: number;
}

/** About what two cores answer in one to two seconds; nobody waits longer anyway. */
const requestBounds: RequestBounds = { browsing: 200, part: 6, all: 400, preferred: 1_000 };

export type RequestKind = 'browsing' | 'preferred';

/** Admits a request and returns a function to call when it ends; null refuses it. */
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
