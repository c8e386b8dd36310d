import type { FileHandle } from 'node:fs/promises';

/** From `start` up to, but not including, `end`. */
export interface Part {
  start: number;
  end: number;
}

/** `damaged`: it can't be read, or has nothing to play. */
export type StripOutcome = 'stripped' | 'damaged' | 'unsupported';

const ZEROS = Buffer.alloc(64 * 1024);

export async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** Overwrites a part of a file with zeros. */
export async function blank(file: FileHandle, { start, end }: Part): Promise<void> {
  for (let at = start; at < end; at += ZEROS.length) {
    await file.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at);
  }
}
