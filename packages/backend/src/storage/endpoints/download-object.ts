import { sendObject } from '../deliver/send-object.ts';
import { Failure } from '../failure.ts';
import type { StorageCall } from '../services.ts';
import { stripStored } from '../strip/strip-stored.ts';
import { type Found, findAllowed, findPublic, findSigned } from './find-for-reader.ts';

export const downloadPublic = async (call: StorageCall) => send(call, await findPublic(call));
export const downloadAllowed = async (call: StorageCall) => send(call, await findAllowed(call));
export const downloadSigned = async (call: StorageCall) => send(call, await findSigned(call));

async function send(call: StorageCall, found: Found | Failure): Promise<Response | Failure> {
  if (found instanceof Failure) return found;
  const object = await stripStored(call, found.object);
  if (object instanceof Failure) return object;
  const download = call.url.searchParams.get('download');
  return sendObject(call.files, call.request, object, found.audience, download);
}
