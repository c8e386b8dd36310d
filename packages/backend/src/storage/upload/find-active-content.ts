import { open } from 'node:fs/promises';

/**
 * What other software could run from the same bytes: markup, server pages, archives. Images and
 * videos need none of it, so a file that contains any is two files in one.
 */
const markup = /<(?:script|iframe|object|embed|!doctype|\?php|(?:html|svg|body)[\s>/])/i;

const OVERLAP = 16;
const CHUNK = 256 * 1024;

/** PDF readers look for their signature up to this many bytes into a file. */
const PDF_WINDOW = 1024;

/** An archive's directory ends with a record of 22 bytes and a comment of up to 65,535. */
const ARCHIVE_TAIL = 22 + 65_535;

/** How many bytes at each end of a video are checked; images are checked as a whole. */
const VIDEO_WINDOW = 1024 * 1024;

export type ActiveContent = 'markup' | 'pdf' | 'archive';

export async function findActiveContent(
  path: string,
  size: number,
  kind: 'image' | 'video',
): Promise<ActiveContent | null> {
  const file = await open(path);
  try {
    const read = async (start: number, length: number) => {
      const buffer = Buffer.alloc(Math.min(length, size - start));
      await file.read(buffer, 0, buffer.length, start);
      return buffer;
    };
    if ((await read(0, PDF_WINDOW)).includes('%PDF-')) return 'pdf';
    if (endsAsArchive(await read(Math.max(0, size - ARCHIVE_TAIL), ARCHIVE_TAIL))) return 'archive';
    for (let start = 0; start < size; start += CHUNK - OVERLAP) {
      const isEnd = start < VIDEO_WINDOW || start > size - VIDEO_WINDOW;
      if (kind === 'video' && !isEnd) continue;
      if (markup.test((await read(start, CHUNK)).toString('latin1'))) return 'markup';
    }
    return null;
  } finally {
    await file.close();
  }
}

/** Whether the bytes end in a ZIP directory whose comment reaches exactly to the end. */
function endsAsArchive(tail: Buffer): boolean {
  for (let at = tail.indexOf('PK\x05\x06'); at >= 0; at = tail.indexOf('PK\x05\x06', at + 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
