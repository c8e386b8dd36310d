import { createMiddleware } from 'hono/factory';

/**
 * The response to a lookup, errors included, depends on a header that caches along the way don't
 * know about, so none of them may store it.
 */
export const forbidCachingLookups = createMiddleware(async (c, next) => {
  await next();
  if (c.req.header('x-lookup-key') !== undefined) c.header('cache-control', 'no-store');
});
