import { createMiddleware } from 'hono/factory';
import { fail } from './failure.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another site makes a visitor's browser send. Browsers set Origin and
 * Sec-Fetch-Site themselves; a request with neither isn't from a browser and passes.
 */
export function refuseForeignOrigins(originOf: (host: string | undefined) => string) {
  return createMiddleware(async (c, next) => {
    if (safeMethods.has(c.req.method)) return next();
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const foreign =
      origin !== undefined
        ? origin !== originOf(c.req.header('host'))
        : site !== undefined && site !== 'same-origin' && site !== 'none';
    if (foreign || site === 'cross-site') {
      return fail(c, 'foreign_origin', 'Requests from other sites are refused.');
    }
    return next();
  });
}
