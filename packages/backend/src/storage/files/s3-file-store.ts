import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';

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

  return {
    async keep(key, stagedPath) {
      const { size } = await stat(stagedPath);
      await client.send(
        new s3.PutObjectCommand({
          Bucket,
          Key: keyOf(key),
          Body: createReadStream(stagedPath),
          ContentLength: size,
          // Nobody reads a key but through us, whatever the bucket's own settings are.
          ContentType: 'application/octet-stream',
        }),
      );
      await rm(stagedPath, { force: true });
    },
    async open(key, range) {
      try {
        const { Body } = await client.send(
          new s3.GetObjectCommand({
            Bucket,
            Key: keyOf(key),
            ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
          }),
        );
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if (error instanceof s3.S3ServiceException && error.$metadata.httpStatusCode === 404) {
          return null;
        }
        throw error;
      }
    },
    async copy(from, to) {
      await client.send(
        new s3.CopyObjectCommand({
          Bucket,
          Key: keyOf(to),
          CopySource: encodeURI(`${Bucket}/${keyOf(from)}`),
        }),
      );
    },
    async remove(keys) {
      for (let start = 0; start < keys.length; start += MOST_KEYS) {
        const Objects = keys.slice(start, start + MOST_KEYS).map((key) => ({ Key: keyOf(key) }));
        await client.send(
          new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        );
      }
    },
    async *list() {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages) {
        for (const { Key, LastModified } of Contents) {
          if (Key && LastModified) {
            yield { key: Key.slice(prefix.length), modifiedAt: LastModified };
          }
        }
      }
    },
  };
}
