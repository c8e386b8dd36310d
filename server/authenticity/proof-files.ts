/** Files in the private buckets of storage, ours or a hosted project's, with the secret key. */
export interface ProofFiles {
  /** Null where there is none. */
  read(bucket: ProofBucket, path: string): Promise<Response | null>;
  write(bucket: ProofBucket, path: string, content: Uint8Array, type: string): Promise<void>;
}

export type ProofBucket = 'batch-documents' | 'code-reports';

/** Private until a batch is released: what is stored there tells no place and time from the beginning. */
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
      const answer = await setup.fetch(address(bucket, path), {
        method: 'POST',
        headers: { ...headers, 'content-type': type, 'x-upsert': 'true' },
        body: new Uint8Array(content),
      });
      if (!answer.ok) {
        throw new Error(
          `Storage answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`,
        );
      }
      await answer.body?.cancel();
    },
  };
}

/** For commands that have no storage. */
export const noProofFiles: ProofFiles = {
  read: async () => null,
  write: () => Promise.reject(new Error('No storage is connected.')),
};
