import { statfs } from 'node:fs/promises';

/** Of the disk that the folder lies on; null for one that cannot be asked. */
export async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && disk.bavail * disk.bsize;
}
