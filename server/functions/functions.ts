import { DatabaseClosing, isOutage } from '@liv-fit/backend/database';
import { maximumNesting, maximumValues } from '@liv-fit/backend/http';
import { Hono } from 'hono';
import { databaseRetryAfterSeconds } from '#server/http/database-outage.ts';
import { readBody } from '#server/http/read-body.ts';
import { authorize } from './authorize.ts';
import { fail } from './failure.ts';
import type { FunctionDeps } from './function-handler.ts';
import { functionTable } from './function-table.ts';
import { limitFunctionCalls } from './limit-function-calls.ts';
import { parseJson } from './parse-json.ts';
import { refuseForeignOrigins } from './refuse-foreign-origins.ts';

const usualBodyBytes = 100_000;

/** Serves the function table as `POST /<name>`; mounted at `/functions/v1`. */
export function functions(deps: FunctionDeps): Hono {
  const { context, authenticate, originOf } = deps;
  const app = new Hono();
  app.onError((error, c) => {
    if (!isOutage(error)) throw error;
    if (!(error instanceof DatabaseClosing)) {
      context.log.error({ err: error }, 'The database is not responding.');
    }
    c.header('retry-after', databaseRetryAfterSeconds);
    return fail(
      c,
      'database_unavailable',
      'The shop is not responding right now. Please try again.',
    );
  });
  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });
  app.use(refuseForeignOrigins(originOf));
  for (const each of functionTable) {
    const { name, formerName = name, access, limit, handler, maxBodyBytes = usualBodyBytes } = each;
    const paths = [...new Set([`/${name}`, `/${formerName}`])];
    const answer = authorize(access, deps.database, handler(deps));
    if (deps.rateLimits) {
      app.on('POST', paths, limitFunctionCalls(deps.database, name, limit));
    }
    app.on('POST', paths, async (c) => {
      const authenticated = await authenticate(c.req.raw.headers);
      if (!authenticated.ok) {
        return fail(
          c,
          authenticated.code,
          authenticated.code === 'invalid_api_key'
            ? 'No valid API key was sent.'
            : 'The session has expired or is not valid.',
        );
      }
      const bytes = await readBody(c.req.raw, maxBodyBytes);
      if (!bytes)
        return fail(c, 'body_too_large', `A request holds at most ${maxBodyBytes / 1000} kB.`);
      const json = parseJson(bytes);
      if (!json.ok) {
        return fail(
          c,
          json.code,
          json.code === 'invalid_json'
            ? 'The body is not JSON.'
            : `A request holds at most ${maximumValues} values, ${maximumNesting} levels deep.`,
        );
      }
      return answer(c, json.body, authenticated.caller);
    });
    for (const path of paths) {
      app.all(path, (c) => fail(c, 'method_not_allowed', 'Functions are called by POST.'));
    }
  }
  app.all('*', (c) => fail(c, 'function_not_found', 'There is no such function.'));
  return app;
}
