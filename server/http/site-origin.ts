import { isLoopbackHost } from '#server/variables.ts';
import type { Listening } from './own-addresses.ts';

/**
 * The origin for links, canonical URLs and payment returns. A public shop has a fixed one. Without
 * a SITE_URL, the shop answers under whichever name of this machine the request used: its loopback
 * names and, if it listens beyond loopback, its addresses. Never any other.
 */
export interface SiteOrigin {
  /**
   * The origin for a request's Host header; the configured or default origin if that names none of
   * ours.
   */
  of(host: string | undefined): string;
  /** Like `of`, but null for a Host that isn't ours. */
  known(host: string | undefined): string | null;
  default: string;
  /**
   * An account link as emailed, which may be opened by someone other than the requester. It uses
   * the port that the shop listens on, or that of the configured origin, never one that appeared
   * only in a Host header.
   */
  inMail(link: string): string;
}

export function createSiteOrigin(
  siteUrl: string | null,
  listening: Pick<Listening, 'origin' | 'hosts'>,
): SiteOrigin {
  const fixed = siteUrl !== null && !isLoopbackHost(new URL(siteUrl).hostname);
  const fallback = siteUrl ?? listening.origin;
  const own = (host: string | undefined): string | null => {
    const url = host ? URL.parse(`http://${host}`) : null;
    if (!url) return null;
    // The configured origin also says how it is reached, such as by TLS through a proxy.
    if (siteUrl !== null && url.host === new URL(siteUrl).host) return siteUrl;
    const isOurs = isLoopbackHost(url.hostname) || listening.hosts.has(url.hostname);
    return isOurs ? url.origin : null;
  };
  const ports = new Set([fallback, listening.origin].map((url) => new URL(url).port));
  return {
    of: (host) => (fixed ? fallback : (own(host) ?? fallback)),
    known: (host) => (fixed ? fallback : own(host)),
    default: fallback,
    inMail(link) {
      const url = URL.parse(link);
      if (!url || ports.has(url.port) || own(url.host) === null) return link;
      const redirect = url.searchParams.get('redirect_to') ?? '';
      if (URL.parse(redirect)?.origin === url.origin) {
        url.searchParams.set('redirect_to', fallback + redirect.slice(url.origin.length));
      }
      return `${fallback}${url.pathname}${url.search}`;
    },
  };
}
