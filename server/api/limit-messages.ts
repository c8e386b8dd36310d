import { createMiddleware } from 'hono/factory';
import { createAddressLimiter, type LimitStore } from '#server/http/rate-limiter.ts';
import { limits } from '#server/limits.ts';
import { calledPath } from './called-path.ts';
import { refuseCall } from './refuse-call.ts';

/**
 * Keeps one network, or a range of them, from flooding the team. Every insert into the table
 * counts, however its URL is spelled. That one call inserts only one message is enforced by the
 * database.
 */
export function limitMessages(store: LimitStore) {
  const { messagesPerMinute, messagesPerHour } = limits;
  const count = createAddressLimiter(store, 'messages', messagesPerMinute, messagesPerHour);
  return createMiddleware(async (c, next) => {
    if (!isMessage(c.req.method, c.req.url)) return next();
    const seconds = await count(c.req.header('x-forwarded-for') ?? 'unknown');
    if (seconds > 0) return refuseCall(c, seconds, 'Too many messages. Please wait.');
    return next();
  });
}

function isMessage(method: string, url: string): boolean {
  return (method === 'POST' || method === 'PUT') && calledPath(url) === 'rest/v1/contacts';
}
