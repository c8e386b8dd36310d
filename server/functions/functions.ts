import { DatabaseClosing, isOutage, refusesWrites } from '@liv-fit/backend/database';
import { maximumNesting, maximumValues, networkOf, QueueFull } from '@liv-fit/backend/http';
import { type Context, Hono } from 'hono';
import { createBodyMemory } from '#server/http/body-memory.ts';
import { databaseRetryAfterSeconds } from '#server/http/database-outage.ts';
import { readBody, readLargeBody } from '#server/http/read-body.ts';
import { authorize } from './authorize.ts';
import { fail } from './failure.ts';
import type { FunctionDeps } from './function-handler.ts';
import { functionTable } from './function-table.ts';
import { createLargeBodyQueue } from './large-body-queue.ts';
import { limitFunctionCalls } from './limit-function-calls.ts';
import { type ParsedJson, parseJson } from './parse-json.ts';
import { refuseForeignOrigins } from './refuse-foreign-origins.ts';

const usualBodyBytes = 100_000;
/** Larger bodies, such as a report with pictures, are handled in turn. */
const largeBodyBytes = 1_000_000;
/**
 * Room for two reports with all their pictures per network, and for five in total. A body counts
 * until it is answered.
 */
const bodyMemory = { perNetwork: 41_000_000, all: 100_000_000 };

/** Serves the function table as `POST /<name>`; mounted at `/functions/v1`. */
export function functions(deps: FunctionDeps): Hono {
  const { context, authenticate, originOf } = deps;
  const takeLarge = createLargeBodyQueue();
  const openRoom = createBodyMemory(bodyMemory);
  const app = new Hono();
  app.onError((error, c) => {
    if (!isOutage(error) && !refusesWrites(error)) throw error;
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
    const admit = authorize(access, deps.database);
    const answer = handler(deps);
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
      const caller = await admit(c, authenticated.caller);
      if (caller instanceof Response) return caller;
      const respond = (json: ParsedJson) =>
        json.ok ? answer(c, json.body, caller) : refuseBody(c, json.code);
      if (maxBodyBytes <= largeBodyBytes) {
        const bytes = await readBody(c.req.raw, maxBodyBytes);
        return bytes ? respond(parseJson(bytes)) : refuseTooLarge(c, maxBodyBytes);
      }
      const network = networkOf(c.req.header('x-forwarded-for') ?? 'unknown');
      const room = openRoom(network);
      try {
        const bytes = await readLargeBody(c.req.raw, maxBodyBytes, room);
        if (bytes === 'no_room') return refuseBusy(c);
        if (!bytes) return refuseTooLarge(c, maxBodyBytes);
        if (bytes.length <= largeBodyBytes) return await respond(parseJson(bytes));
        return await takeLarge(network, () => parseJson(bytes), respond);
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        return refuseBusy(c);
      } finally {
        room.leave();
      }
    });
    for (const path of paths) {
      app.all(path, (c) => fail(c, 'method_not_allowed', 'Functions must be called with POST.'));
    }
  }
  app.all('*', (c) => fail(c, 'function_not_found', 'There is no such function.'));
  return app;
}

function refuseTooLarge(c: Context, maxBodyBytes: number): Response {
  return fail(c, 'body_too_large', `A request may contain at most ${maxBodyBytes / 1000} kB.`);
}

function refuseBusy(c: Context): Response {
  c.header('retry-after', '10');
  return fail(c, 'rate_limited', 'Too much is being sent right now. Please try again.');
}

function refuseBody(c: Context, code: 'invalid_json' | 'too_many_values'): Response {
  const message =
    code === 'invalid_json'
      ? 'The body is not JSON.'
      : `A request may contain at most ${maximumValues} values, ${maximumNesting} levels deep.`;
  return fail(c, code, message);
}
