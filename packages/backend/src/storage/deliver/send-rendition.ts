import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Claim } from '../../shared-work.ts';
import { Failure, noSuchKey, tooLarge } from '../failure.ts';
import { chooseFormat } from '../images/choose-format.ts';
import { LARGEST_IMAGE } from '../images/image-decoder.ts';
import { describeTransformations, type TransformOptions } from '../images/transform-options.ts';
import type { StoredObject } from '../rows/row-types.ts';
import type { StorageCall } from '../services.ts';
import { type Audience, deliveryHeaders, modifiedAt } from './delivery-headers.ts';
import { isUnchanged } from './is-unchanged.ts';

/** Part of every image's kind: raise it when images are rendered differently. */
const REVISION = 1;

/** Sends the object as a new image that has only the pixels of the stored one. */
export async function sendRendition(
  call: StorageCall,
  object: StoredObject,
  audience: Audience,
  options: TransformOptions,
): Promise<Response | Failure> {
  const { request, url, files, images, renditions } = call;
  const { version, metadata } = object;
  if (!version) return noSuchKey();
  if ((metadata?.size ?? 0) > LARGEST_IMAGE) return tooLarge();
  const accept = request.headers.get('accept') ?? '';
  const format = chooseFormat(metadata?.mimetype ?? '', options.format, accept);
  const transformations = describeTransformations(options);
  const kind = [REVISION, transformations, format].join(' ');
  const eTag = `"${createHash('md5').update(`${version} ${kind}`).digest('hex')}"`;

  const headers = deliveryHeaders(
    object,
    `image/${format}`,
    audience,
    url.searchParams.get('download'),
  );
  headers.set('etag', eTag);
  headers.set('vary', 'Accept');
  if (transformations) headers.set('x-transformations', transformations);
  if (isUnchanged(request.headers, eTag, modifiedAt(object))) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }

  const { caller } = call.context;
  const make = (claim: Claim) =>
    images.transform(
      async () => {
        const source = await files.open(version);
        return source ? buffer(source) : noSuchKey();
      },
      options,
      format,
      { caller, signal: request.signal, claim },
    );
  const image = await renditions.get(version, kind, make, caller);
  if (image instanceof Failure) return image;
  headers.set('content-length', String(image.length));
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(image), { headers });
}
