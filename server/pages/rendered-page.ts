import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** A page ready to be sent as often as it is asked for. */
export interface RenderedPage {
  status: number;
  /** Without content-length and content-encoding, which depend on the body that is sent. */
  headers: Record<string, string | string[]>;
  etag: string | null;
  body: Buffer;
  /** May be cached and shown to other visitors. */
  cacheable: boolean;
  /** Brotli of the body, made once when first asked for. */
  compressed?: Promise<Buffer>;
}

/** Takes what React Router answered and adds validators, caching rules and a policy if it has none. */
export async function finishPage(response: Response): Promise<RenderedPage> {
  const headers: Record<string, string | string[]> = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') headers[name] = value;
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const body = Buffer.from(await response.arrayBuffer());

  const isPrivate = /no-store|private/.test(response.headers.get('cache-control') ?? '');
  const cacheable = response.status === 200 && !isPrivate && cookies.length === 0;
  if (!isPrivate) headers['cache-control'] = 'no-cache';
  const etag = cacheable ? `W/"${hash('sha1', body, 'base64url')}"` : null;
  if (etag) headers.etag = etag;
  headers.vary = 'accept-encoding';
  return { status: response.status, headers, etag, body, cacheable };
}

const compress = promisify(brotliCompress);

/** The body in Brotli at a quality that costs little; shared by everybody who asks for the page. */
export function compressedBody(page: RenderedPage): Promise<Buffer> {
  page.compressed ??= compress(page.body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  });
  return page.compressed;
}
