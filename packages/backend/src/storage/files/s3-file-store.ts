import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';
import {
  type IdleTimeout,
  readWithIdleTimeout,
  StoreUnavailable,
  withIdleTimeout,
} from './idle-timeout.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** For stores other than Amazon's. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prepended to every key, so that a bucket can be shared. */
  prefix: string;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  forcePathStyle: boolean;
}

/**
 * Milliseconds without any response. Requests that wait forever would use up every image slot and
 * every connection.
 */
const LONGEST_SILENCE = 15_000;

/** A store may take time to save what it has received, but at least this many bytes per millisecond. */
const SLOWEST_STORE = 20_000;

/** S3 deletes at most this many at once. */
const MOST_KEYS = 1000;

/** Opens a store that speaks S3. The SDK is loaded only if one is configured. */
export async function openS3FileStore(settings: S3Settings): Promise<FileStore> {
  const s3 = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix } = settings;
  const client = new s3.S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    forcePathStyle: settings.forcePathStyle,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Not every store supports the checksums that Amazon's SDK uses by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const keyOf = (key: string) => `${prefix}${key}`;
  const answer: IdleTimeout = { longest: LONGEST_SILENCE };

  /** Sends a request and throws StoreUnavailable if the store is unavailable. */
  async function ask<T>(send: (signal: AbortSignal) => Promise<T>, silence = answer): Promise<T> {
    try {
      return await withIdleTimeout(send, silence);
    } catch (error) {
      const status = error instanceof s3.S3ServiceException && error.$metadata.httpStatusCode;
      const isAway = status ? status >= 500 || status === 429 : isConnectionError(error);
      if (!isAway) throw error;
      throw new StoreUnavailable('The store of files cannot work right now', { cause: error });
    }
  }

  return {
    async keep(key, stagedPath) {
      const { size } = await stat(stagedPath);
      const Body = createReadStream(stagedPath);
      const command = new s3.PutObjectCommand({
        Bucket,
        Key: keyOf(key),
        Body,
        ContentLength: size,
        // Files are only read through us, whatever the bucket's own settings are.
        ContentType: 'application/octet-stream',
      });
      try {
        await ask((abortSignal) => client.send(command, { abortSignal }), {
          longest: LONGEST_SILENCE + size / SLOWEST_STORE,
          sent: () => Body.bytesRead,
        });
      } finally {
        Body.destroy();
      }
      await rm(stagedPath, { force: true });
    },
    async open(key, range) {
      try {
        const command = new s3.GetObjectCommand({
          Bucket,
          Key: keyOf(key),
          ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
        });
        const { Body } = await ask((abortSignal) => client.send(command, { abortSignal }));
        return Body ? readWithIdleTimeout(Body as Readable, LONGEST_SILENCE) : null;
      } catch (error) {
        if (error instanceof s3.S3ServiceException && error.$metadata.httpStatusCode === 404) {
          return null;
        }
        throw error;
      }
    },
    async copy(from, to) {
      const command = new s3.CopyObjectCommand({
        Bucket,
        Key: keyOf(to),
        CopySource: encodeURI(`${Bucket}/${keyOf(from)}`),
      });
      await ask((abortSignal) => client.send(command, { abortSignal }));
    },
    async remove(keys) {
      for (let start = 0; start < keys.length; start += MOST_KEYS) {
        const Objects = keys.slice(start, start + MOST_KEYS).map((key) => ({ Key: keyOf(key) }));
        const command = new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
        await ask((abortSignal) => client.send(command, { abortSignal }));
      }
    },
    async *list() {
      let from: string | undefined;
      do {
        const command = new s3.ListObjectsV2Command({
          Bucket,
          Prefix: prefix,
          ...(from ? { ContinuationToken: from } : {}),
        });
        const { Contents = [], NextContinuationToken } = await ask((abortSignal) =>
          client.send(command, { abortSignal }),
        );
        for (const { Key, LastModified } of Contents) {
          if (Key && LastModified) {
            yield { key: Key.slice(prefix.length), modifiedAt: LastModified };
          }
        }
        from = NextContinuationToken;
      } while (from);
    },
  };
}

const connectionErrors = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

function isConnectionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && connectionErrors.has(String(error.code));
}
