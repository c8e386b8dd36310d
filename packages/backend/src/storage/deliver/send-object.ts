import { Readable } from 'node:stream';
import { Failure, noSuchKey } from '../failure.ts';
import type { FileStore } from '../files/file-store.ts';
import type { StoredObject } from '../rows/row-types.ts';
import { type Audience, deliveryHeaders, modifiedAt } from './delivery-headers.ts';
import { isUnchanged, mayResume } from './is-unchanged.ts';
import { readRange } from './read-range.ts';

/** Sends the object as it was uploaded: whole, in part, or as a 304 if the client's copy is current. */
export async function sendObject(
  files: FileStore,
  request: Request,
  object: StoredObject,
  audience: Audience,
  download: string | null,
): Promise<Response | Failure> {
  const size = object.metadata?.size ?? 0;
  const eTag = object.metadata?.eTag ?? `"${object.version}"`;
  const changedAt = modifiedAt(object);
  const mimetype = object.metadata?.mimetype ?? 'application/octet-stream';
  const headers = deliveryHeaders(object, mimetype, audience, download);
  headers.set('etag', eTag);
  headers.set('accept-ranges', 'bytes');

  if (isUnchanged(request.headers, eTag, changedAt)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  const range = mayResume(request.headers, eTag, changedAt)
    ? readRange(request.headers.get('range'), size)
    : null;
  if (range === 'unsatisfiable') {
    return new Failure(416, 'InvalidRange', 'invalid range provided', {
      error: 'invalid_range',
      httpStatus: 416,
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  headers.set('content-length', String(range ? range.end - range.start + 1 : size));
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;

  if (request.method === 'HEAD') return new Response(null, { status, headers });
  if (!object.version) return noSuchKey();
  const bytes = await files.open(object.version, range ?? undefined);
  if (!bytes) return noSuchKey();
  return new Response(Readable.toWeb(bytes) as ReadableStream, { status, headers });
}
