import type { IncomingMessage, ServerResponse } from 'node:http';
import { compressedBody, type Effort, type Encoding, type RenderedPage } from './rendered-page.ts';

interface SendOptions {
  effort: Effort;
  headers?: Readonly<Record<string, string>>;
}

/** Sends a finished page: 304 if the browser's copy is still valid, compressed if accepted. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
  { effort, headers: more = {} }: SendOptions,
): void {
  if (page.etag && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, { ...more, etag: page.etag, 'cache-control': 'no-cache' }).end();
    return;
  }
  const encoding = page.body.length > 1024 ? accepted(request) : null;
  if (!encoding) {
    write(request, response, page, page.body, more);
    return;
  }
  compressedBody(page, encoding, effort).then(
    (body) => write(request, response, page, body, { ...more, 'content-encoding': encoding }),
    () => write(request, response, page, page.body, more),
  );
}

function accepted(request: IncomingMessage): Encoding | null {
  const header = request.headers['accept-encoding'];
  if (header?.includes('br')) return 'br';
  return header?.includes('gzip') ? 'gzip' : null;
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
