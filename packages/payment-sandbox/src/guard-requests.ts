import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What customers need to pay; everything else reads or changes other people's data. */
const PAY_PAGES = /^\/(stripe\/pay\/[^/]+|paypal\/checkoutnow|assets\/[^/]+)$/;

/**
 * Keeps other sites out: a browser can change things only from the sandbox's own pages, and only
 * loopback host names are accepted (against DNS rebinding). A sandbox that listens beyond loopback
 * exposes its payment pages to the network and nothing else. Callers without an Origin aren't
 * browsers and are let through.
 */
export function guardRequests({ loopbackOnly }: { loopbackOnly: boolean }): MiddlewareHandler {
  return async (c, next) => {
    const url = new URL(c.req.url);
    if (loopbackOnly && !isLoopbackName(url.hostname)) {
      return c.text(`The sandbox does not answer to ${url.hostname}.`, 421);
    }
    if (!loopbackOnly && !isLocal(c, url) && !PAY_PAGES.test(url.pathname)) {
      return c.text('The sandbox opens this to its own machine only.', 403);
    }
    const origin = c.req.header('origin');
    if (!SAFE.has(c.req.method) && origin !== undefined && URL.parse(origin)?.host !== url.host) {
      return c.text('The sandbox can be changed from its own pages only.', 403);
    }
    await next();
    c.header('x-content-type-options', 'nosniff');
    // Not no-referrer: with that, Chromium sends "Origin: null" from our own forms.
    c.header('referrer-policy', 'same-origin');
  };
}

/** Whether the request comes from this machine under a loopback name, not forwarded by a proxy. */
function isLocal(c: Context, { hostname }: URL): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => c.req.header(name));
  return isLoopbackName(hostname) && isLoopbackPeer(incoming?.socket.remoteAddress) && !isForwarded;
}

export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isLoopbackPeer(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
