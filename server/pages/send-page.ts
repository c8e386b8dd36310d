import type { IncomingMessage, ServerResponse } from 'node:http';
import { compressedBody, type RenderedPage } from './rendered-page.ts';

/** Sends a finished page: 304 where the browser's copy still holds, compressed where it may be. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
  more: Readonly<Record<string, string>> = {},
): void {
  if (page.etag && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, { ...more, etag: page.etag, 'cache-control': 'no-cache' }).end();
    return;
  }
  const wantsBrotli = request.headers['accept-encoding']?.includes('br') && page.body.length > 1024;
  if (!wantsBrotli) {
    write(request, response, page, page.body, more);
    return;
  }
  compressedBody(page).then(
    (body) => write(request, response, page, body, { ...more, 'content-encoding': 'br' }),
    () => write(request, response, page, page.body, more),
  );
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
  body: Buffer,
  more: Readonly<Record<string, string>>,
): void {
  const headers = { ...more, ...page.headers, 'content-length': String(body.byteLength) };
  response.writeHead(page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}
