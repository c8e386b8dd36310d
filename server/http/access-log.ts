import type { IncomingMessage, ServerResponse } from 'node:http';
import { methodOf, statusOf } from './request-facts.ts';

export type AccessLog = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) => void;

export interface AccessLogOptions {
  log: { info(facts: object, message: string): void };
  /** The route that a path belongs to, so that what a visitor typed stays out of the log. */
  templateOf: (path: string) => string;
  /** Whether requests for files and health checks are logged too. */
  all: boolean;
}

/** Files that pages load, and health checks. */
const unasked = /^\/(?:assets|media|previews|storage)\/|^\/[^/]+\.\w+$|^\/(?:healthz|readyz)$/;

/**
 * Logs a line for every request, without anything that identifies the visitor or what was
 * requested.
 */
export function createAccessLog({ log, templateOf, all }: AccessLogOptions): AccessLog {
  return (request, response, requestId) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (!all && unasked.test(path)) return;
    const began = performance.now();
    response.once('close', () => {
      log.info(
        {
          requestId,
          method: methodOf(request),
          route: templateOf(path),
          status: statusOf(response),
          ms: Math.round(performance.now() - began),
        },
        'request',
      );
    });
  };
}
