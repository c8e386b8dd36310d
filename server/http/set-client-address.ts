import type { IncomingMessage } from 'node:http';
import type { AddressReader } from './client-address.ts';

/**
 * Replaces X-Forwarded-For with the visitor's address as we determined it, before anything reads
 * it: rate limits and the database's view counter rely on that header from here on.
 */
export function setClientAddress(request: IncomingMessage, read: AddressReader): void {
  const claimed = request.headers['x-forwarded-for'];
  const address = read(
    request.socket.remoteAddress,
    Array.isArray(claimed) ? claimed.join(',') : claimed,
  );
  request.headers['x-forwarded-for'] = address;
  const raw: string[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] ?? '';
    if (name.toLowerCase() !== 'x-forwarded-for') raw.push(name, request.rawHeaders[i + 1] ?? '');
  }
  raw.push('x-forwarded-for', address);
  request.rawHeaders = raw;
}
