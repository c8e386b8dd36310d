import { importPart } from '#app/lib/import-part.ts';
import { AdminFailure } from '../data/admin-failure.ts';
import { adminHeaders } from '../session/admin-headers.ts';
import { uploadFetch } from './upload-fetch.ts';

/** Formats that the shop's pages can show. The server checks the content itself. */
const types: Record<UploadKind, readonly string[]> = {
  image: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'],
  video: ['video/mp4', 'video/webm'],
};
const largestBytes = 50 * 1024 * 1024;

export type UploadKind = 'image' | 'video';

/** The iPhone's own format; converted before upload if the browser can. */
const isHeicName = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** For the `accept` attribute of a file field. Unless HEIC is listed, an iPhone supplies JPEG by itself. */
export function acceptedTypes(kind: UploadKind): string {
  const heic = kind === 'image' && !/iPhone|iPad/.test(navigator.userAgent);
  return [...types[kind], ...(heic ? ['image/heic', '.heic', '.heif'] : [])].join(',');
}

/** Why a file is not even uploaded; null if it can be. */
export function refuseFile(file: Pick<File, 'type' | 'size' | 'name'>, kind: UploadKind) {
  if (!types[kind].includes(file.type) && !(kind === 'image' && isHeicName(file))) {
    return kind === 'image'
      ? `${file.name} is not an image the shop can display. Use PNG, JPEG, WebP, AVIF or GIF.`
      : `${file.name} is not a video the shop can display. Use MP4 or WebM.`;
  }
  if (file.size > largestBytes) return `${file.name} is larger than 50 MB.`;
  if (file.size === 0) return `${file.name} is empty.`;
  return null;
}

export interface UploadOptions {
  publishableKey: string;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Stores a file in the bucket `uploads` under a random name plus its extension. Returns its public
 * URL without our own origin: pages allow pictures from no other origin, and the shop may move.
 * Rejects with the server's message.
 */
export async function uploadFile(
  file: File,
  { publishableKey, onProgress }: UploadOptions,
): Promise<string> {
  const bucket = await openUploads(publishableKey, uploadFetch(onProgress));
  const extension = /\.[a-z0-9]{1,8}$/i.exec(file.name)?.[0].toLowerCase() ?? '';
  const { data, error } = await bucket.upload(`${crypto.randomUUID()}${extension}`, file, {
    contentType: file.type,
    cacheControl: '31536000',
  });
  if (error) throw failureOf(error);
  return new URL(bucket.getPublicUrl(data.path).data.publicUrl).pathname;
}

/** Deletes files from the bucket and returns those that were deleted. Files in use stay. */
export async function removeFiles(
  names: readonly string[],
  publishableKey: string,
): Promise<string[]> {
  const bucket = await openUploads(publishableKey, fetch);
  const { data, error } = await bucket.remove([...names]);
  if (error) throw failureOf(error);
  return data.map(({ name }) => name);
}

async function openUploads(publishableKey: string, send: typeof fetch) {
  const { StorageClient } = await importPart(() => import('@supabase/storage-js'));
  const headers = { apikey: publishableKey, ...(await adminHeaders(publishableKey)) };
  return new StorageClient(`${window.location.origin}/storage/v1`, headers, send).from('uploads');
}

function failureOf(error: Error): AdminFailure {
  const { status = 0 } = error as { status?: number };
  return new AdminFailure(error.message, null, status);
}
