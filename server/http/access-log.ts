import type { IncomingMessage, ServerResponse } from 'node:http';
import { methodOf, statusOf } from './request-facts.ts';

export type AccessLog = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) => void;

export interface AccessLogOptions {
  log: { info(facts: object, message: string): void };
  /** The route that a path belongs to: what was typed stays out of the log. */
  templateOf: (path: string) => string;
  /** Whether files and probes are logged too. */
  all: boolean;
}

/** What pages consist of, and what asks how the shop is. */
const unasked = /^\/(?:assets|media|previews|storage)\/|^\/[^/]+\.\w+$|^\/(?:healthz|readyz)$/;

/** A line for every answered request, with nothing that says who asked, or for what. */
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
