import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Letters, digits and what proxies put between them; nothing that a log could take for its own. */
const safe = /^[\w.:+=/-]{1,128}$/;
const ids = new AsyncLocalStorage<string>();

/** The id that a proxy or client gave the request (`X-Request-Id`), or a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && safe.test(given) ? given : randomUUID();
}

/** Adds the id to everything logged while this runs. */
export function withRequestId<T>(id: string, work: () => T): T {
  return ids.run(id, work);
}

/** Log fields; none outside requests. */
export function requestIdFields(): { requestId?: string } {
  const requestId = ids.getStore();
  return requestId === undefined ? {} : { requestId };
}
