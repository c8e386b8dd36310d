import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  createImageDecoder,
  Failure,
  invalidRequest,
  type ReceivedUpload,
  receiveUpload,
  respondFailure,
  stripFile,
} from '@liv-fit/backend/storage';
import { publishedBuckets } from '#server/authenticity/proof-files.ts';
import type { Authenticate } from '#server/functions/caller.ts';

export interface StripUploadsOptions {
  /** Forwards a request to the hosted project. */
  fetch(request: Request): Promise<Response>;
  authenticate: Authenticate;
  /** Temporary folder for uploads, created when needed. */
  stagingDirectory: string;
}

const buckets = ['uploads', ...publishedBuckets];
const upload = new RegExp(`^/storage/v1/object/(${buckets.join('|')})/.`);
const largest = 50 * 1024 * 1024;
/** The largest picture that a hosted project can resize. */
const largestPicture = 25 * 1024 * 1024;

/**
 * A hosted project serves pictures and videos exactly as uploaded. So metadata that visitors
 * shouldn't see (place, time, camera) is removed on the way there, and damaged files are rejected.
 */
export function stripUploads(options: StripUploadsOptions): StripUploadsOptions['fetch'] {
  const images = createImageDecoder();
  const { stagingDirectory } = options;
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!['POST', 'PUT'].includes(request.method) || !upload.test(pathname)) {
      return options.fetch(request);
    }
    // The project itself rejects everybody else; don't do any work for them.
    const caller = await options.authenticate(request.headers);
    if (!caller.ok || caller.caller.role === 'anon') return options.fetch(request);
    await mkdir(stagingDirectory, { recursive: true, mode: 0o700 });
    const received = await receiveUpload(request, {
      stagingDirectory,
      limit: largest,
      refuse: () => null,
    });
    if (received instanceof Failure) return respondFailure(received);
    let { path, size } = received.file;
    try {
      const stripped = await stripFile(received.file, { stagingDirectory, images });
      if (stripped instanceof Failure) return respondFailure(stripped);
      if (stripped) ({ path, size } = stripped);
      if (stripped && received.mimetype.startsWith('image/') && size > largestPicture) {
        return respondFailure(invalidRequest('An image may be at most 25 MB'));
      }
      return await options.fetch(passOn(request, received, path, size));
    } finally {
      await rm(path, { force: true });
      await rm(received.file.path, { force: true });
    }
  };
}

function passOn(request: Request, upload: ReceivedUpload, path: string, size: number): Request {
  const headers = new Headers(request.headers);
  headers.set('content-type', upload.mimetype);
  headers.set('content-length', String(size));
  headers.set('cache-control', upload.cacheControl);
  if (upload.userMetadata) {
    headers.set('x-metadata', Buffer.from(JSON.stringify(upload.userMetadata)).toString('base64'));
  }
  return new Request(request.url, {
    method: request.method,
    headers,
    body: Readable.toWeb(createReadStream(path)) as ReadableStream,
    duplex: 'half',
    signal: request.signal,
  } as RequestInit);
}
