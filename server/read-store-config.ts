import { z } from 'zod';
import { ConfigError, optional, origin } from './variables.ts';

/** The store's address and keys, whatever the bucket. */
export interface S3Access {
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
}

export interface S3Config extends S3Access {
  bucket: string;
  prefix: string;
}

/** Where the daily backup goes, and the age public key it is encrypted to. */
export interface BackupConfig {
  to: string | null;
  recipient: string | null;
  s3: S3Access | null;
}

/**
 * In bech32, whose checksum is verified when backups are opened; the longer kinds have their own
 * prefixes.
 */
const ageRecipient = /^age1(?:[02-9ac-hj-np-z]{58}|(?:pq|tag|tagpq)1[02-9ac-hj-np-z]{58,})$/;

export const storeVariables = {
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ENDPOINT: optional(origin),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  S3_PREFIX: optional(z.string().regex(/^[\w./-]*$/)),
  S3_FORCE_PATH_STYLE: optional(z.enum(['true', 'false'])),
  BACKUP_TO: optional(
    z.string().refine((to) => !to.includes('://') || /^s3:\/\/[^/]+/.test(to), {
      message: 'must be a folder, or an address such as s3://bucket/folder',
    }),
  ),
  BACKUP_RECIPIENT: optional(
    z
      .string()
      .regex(ageRecipient, 'must be a whole age public key: age1 and 58 more letters and digits'),
  ),
  BACKUP_S3_ENDPOINT: optional(z.url()),
  BACKUP_S3_REGION: optional(z.string()),
  BACKUP_S3_ACCESS_KEY_ID: optional(z.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string()),
  BACKUP_S3_FORCE_PATH_STYLE: optional(z.enum(['true', 'false'])),
};

type StoreValues = z.infer<z.ZodObject<typeof storeVariables>>;

export function readS3(values: StoreValues): S3Config | null {
  if (!values.S3_BUCKET) {
    const isForBackups = values.BACKUP_TO?.startsWith('s3://');
    if (values.S3_ENDPOINT && !isForBackups) {
      throw new ConfigError('S3_BUCKET: needed when S3_ENDPOINT is set');
    }
    return null;
  }
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (!values[name]) throw new ConfigError(`${name}: needed when S3_BUCKET is set`);
  }
  const access = readS3Access(values);
  return access && { ...access, bucket: values.S3_BUCKET, prefix: values.S3_PREFIX ?? '' };
}

export function readBackup(values: StoreValues): BackupConfig {
  const to = values.BACKUP_TO ?? null;
  const own = {
    S3_REGION: values.BACKUP_S3_REGION,
    S3_ENDPOINT: values.BACKUP_S3_ENDPOINT,
    S3_ACCESS_KEY_ID: values.BACKUP_S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: values.BACKUP_S3_SECRET_ACCESS_KEY,
    S3_FORCE_PATH_STYLE: values.BACKUP_S3_FORCE_PATH_STYLE,
  };
  // Another provider's store shares no settings with the one for uploads.
  const isOwn = Object.values(own).some((value) => value !== undefined);
  const s3 = readS3Access(isOwn ? own : values);
  if (!s3 && (isOwn || to?.startsWith('s3://'))) {
    throw new ConfigError(
      'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY (or the same with S3_): needed to back up into a store',
    );
  }
  return { to, recipient: values.BACKUP_RECIPIENT ?? null, s3 };
}

type S3Values = Pick<
  StoreValues,
  'S3_REGION' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_FORCE_PATH_STYLE'
>;

function readS3Access(values: S3Values): S3Access | null {
  if (!values.S3_ACCESS_KEY_ID || !values.S3_SECRET_ACCESS_KEY) return null;
  return {
    region: values.S3_REGION ?? 'us-east-1',
    endpoint: values.S3_ENDPOINT,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    // Most stores other than Amazon's have no host name per bucket.
    forcePathStyle: values.S3_FORCE_PATH_STYLE
      ? values.S3_FORCE_PATH_STYLE === 'true'
      : values.S3_ENDPOINT !== undefined,
  };
}
