import { isLoopbackHost } from '#server/env.ts';

/**
 * The origin that links, canonical addresses and payment returns carry. A public shop has one; a
 * loopback shop answers under whatever loopback name it was asked by, and no other.
 */
export interface SiteOrigin {
  /** Of a request's Host header; the configured or default origin when that names no loopback. */
  of(host: string | undefined): string;
  /** As `of`, but null for a Host that is not ours. */
  known(host: string | undefined): string | null;
  default: string;
}

export function createSiteOrigin(siteUrl: string | null, listening: string): SiteOrigin {
  const fixed = siteUrl !== null && !isLoopbackHost(new URL(siteUrl).hostname);
  const fallback = siteUrl ?? listening;
  const loopback = (host: string | undefined): string | null => {
    const url = host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
    return url && isLoopbackHost(url.hostname) ? url.origin : null;
  };
  return {
    of: (host) => (fixed ? fallback : (loopback(host) ?? fallback)),
    known: (host) => (fixed ? fallback : loopback(host)),
    default: fallback,
  };
}
