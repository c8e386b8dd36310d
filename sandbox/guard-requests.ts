import type { MiddlewareHandler } from 'hono';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Keeps other sites' pages out: a browser may change something only from the sandbox's own pages, and
 * while the sandbox listens on loopback it answers to loopback names only (DNS rebinding).
 * Callers without an Origin are no browsers and pass.
 */
export function guardRequests({ loopbackOnly }: { loopbackOnly: boolean }): MiddlewareHandler {
  return async (c, next) => {
    const url = new URL(c.req.url);
    if (loopbackOnly && !LOOPBACK.has(url.hostname)) {
      return c.text(`The sandbox does not answer to ${url.hostname}.`, 421);
    }
    const origin = c.req.header('origin');
    if (!SAFE.has(c.req.method) && origin !== undefined && URL.parse(origin)?.host !== url.host) {
      return c.text('The sandbox can be changed from its own pages only.', 403);
    }
    await next();
    c.header('x-content-type-options', 'nosniff');
    // Not no-referrer: with it Chromium sends "Origin: null" from our own forms.
    c.header('referrer-policy', 'same-origin');
  };
}
