import type { StoredObject } from '../rows/row-types.ts';

/** How an object was requested, which decides who may cache it. */
export type Audience =
  | { kind: 'public' }
  | { kind: 'private' }
  /** By signed URL; `until` in seconds since the Unix epoch. */
  | { kind: 'signed'; until: number };

const YEAR = 31_536_000;

/** Nothing delivered may run as part of the site, whatever its bytes are. */
const inert =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** The headers for every delivery of an object. `mimetype` is the type that is delivered. */
export function deliveryHeaders(
  object: StoredObject,
  mimetype: string,
  audience: Audience,
  download: string | null,
): Headers {
  const headers = new Headers({
    // Declared types may contain anything, even what isn't a valid header.
    'content-type': shownType(mimetype),
    'last-modified': modifiedAt(object).toUTCString(),
    'x-content-type-options': 'nosniff',
    'content-security-policy': inert,
    'x-robots-tag': audience.kind === 'public' ? 'noindex' : 'none',
    'cache-control': cacheControl(object.metadata?.cacheControl ?? 'no-cache', audience),
  });
  if (audience.kind === 'public') headers.delete('x-robots-tag');
  if (audience.kind === 'signed') {
    headers.set('expires', new Date(audience.until * 1000).toUTCString());
  }
  if (download !== null) headers.set('content-disposition', disposition(download));
  return headers;
}

export function modifiedAt({ metadata, updated_at }: StoredObject): Date {
  const stated = new Date(metadata?.lastModified ?? Number.NaN);
  return Number.isNaN(stated.getTime()) ? updated_at : stated;
}

/** An uploaded HTML page is shown as plain text, as on a hosted project. */
function shownType(mimetype: string): string {
  if (!/^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+=("[\w .:/+-]*"|[\w.:/+-]+))*$/.test(mimetype)) {
    return 'application/octet-stream';
  }
  return /^(text\/html|application\/xhtml\+xml)/i.test(mimetype) ? 'text/plain' : mimetype;
}

function cacheControl(stated: string, { kind }: Audience): string {
  const age = /max-age=(\d+)/.exec(stated)?.[1];
  if (age === undefined) return 'no-cache';
  if (kind !== 'public') return `private, max-age=${age}`;
  return Number(age) >= YEAR ? `public, max-age=${age}, immutable` : `public, max-age=${age}`;
}

function disposition(name: string): string {
  if (name === '') return 'attachment';
  const encoded = encodeURIComponent(name);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}
