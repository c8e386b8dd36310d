/** Any origin may call the API: it uses keys and tokens, never cookies. */
const anyOrigin = { 'access-control-allow-origin': '*' };

const exposed = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-location',
  'content-range',
  'content-type',
  'date',
  'etag',
  'link',
  'location',
  'preference-applied',
  'proxy-status',
  'range-unit',
  'retry-after',
  'x-supabase-api-version',
  'x-total-count',
  'x-transformations',
].join(', ');

export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

export function answerPreflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...anyOrigin,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers':
        request.headers.get('access-control-request-headers') ??
        'apikey, authorization, content-type, prefer, range, x-client-info',
      'access-control-max-age': '3600',
      vary: 'access-control-request-headers',
    },
  });
}

export function allowAnyOrigin(response: Response): Response {
  response.headers.set('access-control-allow-origin', anyOrigin['access-control-allow-origin']);
  response.headers.set('access-control-expose-headers', exposed);
  return response;
}
