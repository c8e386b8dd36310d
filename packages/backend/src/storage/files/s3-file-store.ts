import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';
import { limitSilence, limitSilenceOf } from './limit-silence.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** For stores other than Amazon's. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  /** Put before every key, so that a bucket can be shared. */
  prefix: string;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  forcePathStyle: boolean;
}

/**
 * Milliseconds without any answer. Requests that wait forever would take every turn of the pictures
 * and every connection.
 */
const LONGEST_SILENCE = 15_000;

/** A store may take its time over what it has received: so many bytes in a millisecond at least. */
const SLOWEST_STORE = 20_000;

/** S3 deletes at most so many at once. */
const MOST_KEYS = 1000;

/** Any store that speaks S3. The SDK is loaded only where one is configured. */
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
    // Not every store knows the checksums that Amazon's has by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const keyOf = (key: string) => `${prefix}${key}`;
  const answer = { longest: LONGEST_SILENCE };

  return {
    async keep(key, stagedPath) {
      const { size } = await stat(stagedPath);
      const Body = createReadStream(stagedPath);
      const command = new s3.PutObjectCommand({
        Bucket,
        Key: keyOf(key),
        Body,
        ContentLength: size,
        // Nobody reads a key but through us, whatever the bucket's own settings are.
        ContentType: 'application/octet-stream',
      });
      try {
        await limitSilence((abortSignal) => client.send(command, { abortSignal }), {
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
        const { Body } = await limitSilence(
          (abortSignal) => client.send(command, { abortSignal }),
          answer,
        );
        return Body ? limitSilenceOf(Body as Readable, LONGEST_SILENCE) : null;
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
      await limitSilence((abortSignal) => client.send(command, { abortSignal }), answer);
    },
    async remove(keys) {
      for (let start = 0; start < keys.length; start += MOST_KEYS) {
        const Objects = keys.slice(start, start + MOST_KEYS).map((key) => ({ Key: keyOf(key) }));
        const command = new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
        await limitSilence((abortSignal) => client.send(command, { abortSignal }), answer);
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
        const { Contents = [], NextContinuationToken } = await limitSilence(
          (abortSignal) => client.send(command, { abortSignal }),
          answer,
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
