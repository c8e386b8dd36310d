import { createMiddleware } from 'hono/factory';

/**
 * What a look-up answers, refusals included, depends on a header that caches on the way do not
 * know of, so none may keep it.
 */
export const keepLookupsPrivate = createMiddleware(async (c, next) => {
  await next();
  if (c.req.header('x-lookup-key') !== undefined) c.header('cache-control', 'no-store');
});
