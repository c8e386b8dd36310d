import { statfs } from 'node:fs/promises';

/** Free bytes on the folder's disk; null if unknown. */
export async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && disk.bavail * disk.bsize;
}
