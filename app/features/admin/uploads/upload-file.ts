import { importPart } from '#app/lib/import-part.ts';
import { AdminFailure } from '../data/admin-failure.ts';
import { adminHeaders } from '../session/admin-headers.ts';
import { uploadFetch } from './upload-fetch.ts';

/** What the shop's pages can show. The server looks at the content itself. */
const types: Record<string, readonly string[]> = {
  image: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'],
  video: ['video/mp4', 'video/webm'],
};
const largestBytes = 50 * 1024 * 1024;

export type UploadKind = 'image' | 'video';

/** For the `accept` of a file field. */
export const acceptedTypes = (kind: UploadKind): string => (types[kind] ?? []).join(',');

/** Why a file is not even sent; null when it may be. */
export function refuseFile(file: Pick<File, 'type' | 'size' | 'name'>, kind: UploadKind) {
  if (!types[kind]?.includes(file.type)) {
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
 * Stores a file in the bucket `uploads` under a random name plus its extension and answers its
 * public URL, without our own origin: pages allow pictures from nowhere else, and the shop may
 * move. Rejects with the server's message.
 */
export async function uploadFile(
  file: File,
  { publishableKey, onProgress }: UploadOptions,
): Promise<string> {
  const { StorageClient } = await importPart(() => import('@supabase/storage-js'));
  const headers = { apikey: publishableKey, ...(await adminHeaders(publishableKey)) };
  const storage = new StorageClient(
    `${window.location.origin}/storage/v1`,
    headers,
    uploadFetch(onProgress),
  );
  const extension = /\.[a-z0-9]{1,8}$/i.exec(file.name)?.[0].toLowerCase() ?? '';
  const bucket = storage.from('uploads');
  const { data, error } = await bucket.upload(`${crypto.randomUUID()}${extension}`, file, {
    contentType: file.type,
    cacheControl: '31536000',
  });
  if (error) {
    const { status = 0 } = error as { status?: number };
    throw new AdminFailure(error.message, null, status);
  }
  return new URL(bucket.getPublicUrl(data.path).data.publicUrl).pathname;
}
