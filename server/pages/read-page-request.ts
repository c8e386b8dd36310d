import { readBody } from '#server/http/read-body.ts';

/** All forms on pages are much smaller. */
const maxFormBytes = 100_000;
const maxFields = 100;

/** Files are sent to functions, so no page has a multipart form. */
const form = /^application\/x-www-form-urlencoded\b/i;

/**
 * Accepts only what pages understand: GET, HEAD, or a form by POST. A form is read and parsed here,
 * so that no action receives anything else. Returns the error response for other requests.
 */
export async function readPageRequest(request: Request): Promise<Request | Response> {
  const { method, url, signal } = request;
  if (method === 'GET' || method === 'HEAD') return request;
  if (method !== 'POST') {
    const allow = { allow: 'GET, HEAD, POST' };
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: allow });
    return new Response('Pages are read by GET; their forms are sent by POST.\n', {
      status: 405,
      headers: allow,
    });
  }
  const type = request.headers.get('content-type') ?? '';
  if (!form.test(type)) return new Response('A page takes a form.\n', { status: 415 });
  const body = await readBody(request, maxFormBytes);
  if (!body) return new Response('The form is too large.\n', { status: 413 });
  // Counted before parsing: 49,000 empty fields take half a second, during which nobody is served.
  if (countFields(body) > maxFields) {
    return new Response('The form has too many fields.\n', { status: 413 });
  }
  const copy = () => new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  const readable = await copy()
    .formData()
    .catch(() => null);
  if (!readable) return new Response('The form could not be read.\n', { status: 400 });
  const headers = new Headers(request.headers);
  headers.delete('transfer-encoding');
  return new Request(url, { method, headers, signal, body: new Uint8Array(body) });
}

const ampersand = '&'.charCodeAt(0);

const countFields = (body: Uint8Array): number =>
  body.reduce((count, byte) => (byte === ampersand ? count + 1 : count), 1);
