/**
 * Files in the private storage buckets, ours or a hosted project's, accessed with the secret key.
 */
export interface ProofFiles {
  /** Null if there is no such file. */
  read(bucket: ProofBucket, path: string): Promise<Response | null>;
  /** Throws StorageUnavailable if nothing can be stored right now. */
  write(bucket: ProofBucket, path: string, content: Uint8Array, type: string): Promise<void>;
}

/** Storage, or the store behind it, isn't responding or can't work right now. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** Milliseconds, enough for a file of a few megabytes, while somebody waits for the response. */
const longestWrite = 8_000;

export type ProofBucket = 'batch-documents' | 'code-reports';

/**
 * Private until a batch is released, so metadata about place and time is removed right at the
 * upload.
 */
export const publishedBuckets: readonly ProofBucket[] = ['batch-documents'];

export function createProofFiles(setup: {
  fetch: typeof fetch;
  /** Up to and including `/storage/v1`. */
  storageUrl: string;
  secretKey: string;
}): ProofFiles {
  const headers = { apikey: setup.secretKey, authorization: `Bearer ${setup.secretKey}` };
  const address = (bucket: string, path: string) =>
    `${setup.storageUrl}/object/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`;
  return {
    async read(bucket, path) {
      const answer = await setup.fetch(address(bucket, path), { headers });
      if (answer.ok) return answer;
      await answer.body?.cancel();
      if (answer.status === 404 || answer.status === 400) return null;
      throw new Error(`Storage answered ${answer.status} for a document.`);
    },
    async write(bucket, path, content, type) {
      const answer = await inTime((signal) =>
        setup.fetch(address(bucket, path), {
          method: 'POST',
          headers: { ...headers, 'content-type': type, 'x-upsert': 'true' },
          body: new Uint8Array(content),
          signal,
        }),
      );
      if (answer.status === 429 || answer.status > 500) {
        throw new StorageUnavailable(`Storage answered ${answer.status}.`);
      }
      if (!answer.ok) {
        throw new Error(
          `Storage answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`,
        );
      }
      await answer.body?.cancel();
    },
  };
}

/**
 * Rejects after `longestWrite` without waiting for the request to end: aborting the caller does not
 * stop our own storage.
 */
async function inTime(send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  const controller = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new StorageUnavailable('Storage does not answer.'));
    controller.abort();
  }, longestWrite);
  try {
    const sending = send(controller.signal);
    sending.catch(() => {});
    return await Promise.race([sending, late]);
  } catch (error) {
    // What `fetch` throws if a connection fails.
    throw error instanceof TypeError
      ? new StorageUnavailable('Storage cannot be reached.', { cause: error })
      : error;
  } finally {
    clearTimeout(timer);
  }
}

/** For commands that have no storage. */
export const noProofFiles: ProofFiles = {
  read: async () => null,
  write: () => Promise.reject(new Error('No storage is connected.')),
};
