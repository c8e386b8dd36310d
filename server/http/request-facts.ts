import type { IncomingMessage, ServerResponse } from 'node:http';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Safe to log, since a visitor can send any text as the method. */
export function methodOf({ method = '' }: IncomingMessage): string {
  return methods.has(method) ? method : 'other';
}

/** 0 if it was cut off before the response began. */
export function statusOf(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : 0;
}
