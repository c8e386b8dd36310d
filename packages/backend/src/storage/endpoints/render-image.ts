import { sendRendition } from '../deliver/send-rendition.ts';
import { Failure, invalidRequest } from '../failure.ts';
import { parseTransformations, readTransformOptions } from '../images/transform-options.ts';
import type { StorageCall } from '../services.ts';
import { type Found, findAllowed, findPublic, findSigned } from './find-for-reader.ts';

export const renderPublic = (call: StorageCall) => render(call, findPublic);
export const renderAllowed = (call: StorageCall) => render(call, findAllowed);

async function render(
  call: StorageCall,
  find: (call: StorageCall) => Promise<Found | Failure>,
): Promise<Response | Failure> {
  const options = readTransformOptions(Object.fromEntries(call.url.searchParams));
  if (typeof options === 'string') return invalidRequest(`querystring/${options}`);
  const found = await find(call);
  if (found instanceof Failure) return found;
  return sendRendition(call, found.object, found.audience, options);
}

/** The transformation is part of the signed token; the URL's own query is ignored. */
export async function renderSigned(call: StorageCall): Promise<Response | Failure> {
  const found = await findSigned(call);
  if (found instanceof Failure) return found;
  const options = parseTransformations(found.transformations);
  return sendRendition(call, found.object, found.audience, options);
}
