import { z } from 'zod';
import { type Failure, invalidKey, invalidRequest, noSuchKey } from '../failure.ts';
import { readTransformOptions, writeTransformations } from '../images/transform-options.ts';
import { isValidKey } from '../names.ts';
import { LARGEST_LIST, readJson } from '../read-json.ts';
import { findNames, findObject } from '../rows/objects.ts';
import { asCaller } from '../rows/transact.ts';
import type { StorageCall } from '../services.ts';

/** Seconds; a century is as good as forever and still a valid date. */
const seconds = z.number().int().min(1).max(3_155_760_000);

const oneBody = z.object({ expiresIn: seconds, transform: z.unknown().optional() });
const manyBody = z.object({ expiresIn: seconds, paths: z.array(z.string()).min(1).max(1000) });

export async function signDownload(call: StorageCall): Promise<Response | Failure> {
  const { bucket = '', name = '' } = call.params;
  if (!isValidKey(name)) return invalidKey(name);
  const read = await readJson(call.request, oneBody);
  if (!read.ok) return read.failure;
  const options = readTransformOptions(read.body.transform ?? {});
  if (typeof options === 'string') return invalidRequest(`body/transform/${options}`);
  const object = await asCaller(call, (tx) => findObject(tx, bucket, name));
  if (!object) return noSuchKey();
  const transformations = writeTransformations(options);
  const grant = {
    scope: 'download' as const,
    url: `${bucket}/${name}`,
    ...(transformations ? { transformations } : {}),
  };
  const token = await call.urlTokens.sign(grant, read.body.expiresIn);
  const path = transformations ? 'render/image' : 'object';
  return Response.json({ signedURL: `/${path}/sign/${grant.url}?token=${token}` });
}

export async function signDownloads(call: StorageCall): Promise<Response | Failure> {
  const { bucket = '' } = call.params;
  const read = await readJson(call.request, manyBody, LARGEST_LIST);
  if (!read.ok) return read.failure;
  const { paths, expiresIn } = read.body;
  const visible = await asCaller(call, (tx) => findNames(tx, bucket, paths.filter(isValidKey)));
  const signed = paths.map(async (path) => {
    if (!visible.has(path)) {
      const error = 'Either the object does not exist or you do not have access to it';
      return { error, path, signedURL: null };
    }
    const url = `${bucket}/${path}`;
    const token = await call.urlTokens.sign({ scope: 'download', url }, expiresIn);
    return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` };
  });
  return Response.json(await Promise.all(signed));
}
