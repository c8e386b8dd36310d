import { importPart } from '#app/lib/import-part.ts';
import { AdminFailure } from '../data/admin-failure.ts';
import { adminHeaders } from '../session/admin-headers.ts';
import { uploadFetch } from '../uploads/upload-fetch.ts';

/** The types that the bucket `batch-documents` accepts. */
export const documentTypes = 'application/pdf,image/png,image/jpeg';
const largestBytes = 20 * 1024 * 1024;

/** Why a file is not even uploaded; null if it can be. */
export function refuseDocument({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>) {
  if (!documentTypes.split(',').includes(type)) return `${name} is not a PDF, PNG or JPEG.`;
  if (size > largestBytes) return `${name} is larger than 20 MB.`;
  return size === 0 ? `${name} is empty.` : null;
}

export interface StoredFile {
  path: string;
  sha256: string;
}

/** Stores a laboratory's file where only administrators can read it, and returns what its row needs. */
export async function storeDocument(
  file: File,
  batchId: string,
  { publishableKey, onProgress }: { publishableKey: string; onProgress: (share: number) => void },
): Promise<StoredFile> {
  const storage = await openStorage(publishableKey, uploadFetch(onProgress));
  const extension = /\.(pdf|png|jpe?g)$/i.exec(file.name)?.[0].toLowerCase() ?? '';
  const path = `${batchId}/${crypto.randomUUID()}${extension}`;
  const { error } = await storage
    .from('batch-documents')
    .upload(path, file, { contentType: file.type });
  if (error) fail(error);
  // Hash what was actually stored: photos are stripped of location and time on upload.
  const reader = await openStorage(publishableKey);
  const stored = await reader.from('batch-documents').download(path);
  if (stored.error) fail(stored.error);
  const digest = await crypto.subtle.digest('SHA-256', await stored.data.arrayBuffer());
  const sha256 = [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return { path, sha256 };
}

/** A file of a private bucket as an object URL, to be revoked by the caller. */
export async function openPrivateFile(
  bucket: 'batch-documents' | 'code-reports',
  path: string,
  publishableKey: string,
): Promise<string> {
  const storage = await openStorage(publishableKey);
  const { data, error } = await storage.from(bucket).download(path);
  if (error) return fail(error);
  return URL.createObjectURL(data);
}

async function openStorage(publishableKey: string, fetch?: typeof globalThis.fetch) {
  const { StorageClient } = await importPart(() => import('@supabase/storage-js'));
  const headers = { apikey: publishableKey, ...(await adminHeaders(publishableKey)) };
  return new StorageClient(`${window.location.origin}/storage/v1`, headers, fetch);
}

function fail(error: Error): never {
  throw new AdminFailure(error.message, null, (error as { status?: number }).status ?? 0);
}
