import type { IncomingMessage, ServerResponse } from 'node:http';
import { compressedBody, type RenderedPage } from './rendered-page.ts';

/** Sends a finished page: 304 where the browser's copy still holds, compressed where it may be. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
): void {
  if (page.etag && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, { etag: page.etag, 'cache-control': 'no-cache' }).end();
    return;
  }
  const wantsBrotli = request.headers['accept-encoding']?.includes('br') && page.body.length > 1024;
  if (!wantsBrotli) {
    write(request, response, page, page.body);
    return;
  }
  compressedBody(page).then(
    (body) => write(request, response, page, body, 'br'),
    () => write(request, response, page, page.body),
  );
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
  body: Buffer,
  encoding?: string,
): void {
  const headers = { ...page.headers, 'content-length': String(body.byteLength) };
  if (encoding) Object.assign(headers, { 'content-encoding': encoding });
  response.writeHead(page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}
