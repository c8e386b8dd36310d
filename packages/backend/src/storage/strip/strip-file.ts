import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { type Failure, invalidRequest } from '../failure.ts';
import type { ImageDecoder } from '../images/image-decoder.ts';
import type { StagedFile } from '../upload/stage-bytes.ts';
import type { StripOutcome } from './file-parts.ts';
import { stripMp4 } from './strip-mp4.ts';
import { stripWebm } from './strip-webm.ts';

const videos = { 'video/mp4': stripMp4, 'video/x-m4v': stripMp4, 'video/webm': stripWebm } as const;
const images: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
  'image/gif',
]);

const refusals: Record<Exclude<StripOutcome, 'stripped'>, string> = {
  damaged: 'The video is damaged or incomplete',
  unsupported: 'The video carries subtitles or other data: save it as a plain MP4 file',
};

/** Whether files of that type carry metadata that can be stripped. */
export function isStrippable(mimetype: string | undefined): boolean {
  return mimetype !== undefined && (images.has(mimetype) || Object.hasOwn(videos, mimetype));
}

/**
 * Removes metadata from an image or video: place, time, camera, names, thumbnails, comments. Goes
 * by the content, not the type; returns null if it is neither. The given file is changed or gone
 * afterwards.
 */
export async function stripFile(
  file: { path: string },
  { stagingDirectory, images: decoder }: { stagingDirectory: string; images: ImageDecoder },
): Promise<StagedFile | Failure | null> {
  const mime = (await fileTypeFromFile(file.path))?.mime;
  if (mime && images.has(mime)) {
    const path = join(stagingDirectory, randomUUID());
    const failure = await decoder.strip(file.path, path);
    await rm(failure ? path : file.path, { force: true });
    return failure ?? describe(path);
  }
  if (!mime || !Object.hasOwn(videos, mime)) return null;
  const handle = await open(file.path, 'r+');
  try {
    const { size } = await handle.stat();
    const outcome = await videos[mime as keyof typeof videos](handle, size);
    if (outcome !== 'stripped') return invalidRequest(refusals[outcome]);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  return describe(file.path);
}

async function describe(path: string): Promise<StagedFile> {
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { path, size: (await stat(path)).size, eTag: `"${hash.digest('hex')}"` };
}
