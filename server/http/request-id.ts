import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Letters, digits and the separators that proxies use; nothing that could be mistaken for log
 * syntax.
 */
const safe = /^[\w.:+=/-]{1,128}$/;
const ids = new AsyncLocalStorage<string>();

/** The id that a proxy or client gave the request (`X-Request-Id`), or else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && safe.test(given) ? given : randomUUID();
}

/** Adds the id to everything logged while `work` runs. */
export function withRequestId<T>(id: string, work: () => T): T {
  return ids.run(id, work);
}

/** Fields for log lines; empty outside of requests. */
export function requestIdFields(): { requestId?: string } {
  const requestId = ids.getStore();
  return requestId === undefined ? {} : { requestId };
}
