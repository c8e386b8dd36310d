import type { FileHandle } from 'node:fs/promises';
import { blank, type Part, readBytes, type StripOutcome } from './file-parts.ts';

interface Element extends Part {
  id: number;
  /** Where its content begins. */
  content: number;
}

const HEADER = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CHAPTERS = 0x1043a770;
/** Direct children of a segment: a cluster of unknown length ends where one of these begins. */
const inSegment: ReadonlySet<number> = new Set([
  CLUSTER,
  INFO,
  0x114d9b74, // SeekHead
  TRACKS,
  0x1c53bb6b, // Cues
  CHAPTERS,
  0x1254c367, // Tags
  0x1941a469, // Attachments
  0xec, // Void
  0xbf, // CRC-32
]);
/**
 * Tags, chapters, attachments and voids; from the info: title, date and file names; from a track:
 * its name.
 */
const tags: ReadonlySet<number> = new Set([
  0x1254c367,
  CHAPTERS,
  0x1941a469,
  0x536e,
  0xec,
  0x7ba9,
  0x4461,
  0x7384,
  0x3c83ab,
  0x3e83bb,
]);
const checksum = 0xbf;
/** Ids of a track: its entry, number and type; `shown` are the types that are kept, picture and sound. */
const track = { entry: 0xae, number: 0xd7, type: 0x83, shown: [1, 2] };
/** Ids in a cluster: a simple block, a group, and the block in a group. */
const block = { simple: 0xa3, group: 0xa0, inGroup: 0xa1 };

/**
 * Blanks a video's tags (WebM: tags, chapters, attachments, title, date, names) and every track
 * except picture and sound, in place: no offset changes.
 */
export async function stripWebm(file: FileHandle, size: number): Promise<StripOutcome> {
  const top = await readElements(file, 0, size);
  const segments = top?.filter(({ id }) => id === SEGMENT);
  if (top?.[0]?.id !== HEADER || !segments?.length) return 'damaged';
  for (const segment of segments) {
    const inner = await readElements(file, segment.content, segment.end);
    if (!inner?.some(({ id }) => id === CLUSTER)) return 'damaged';
    const removed = new Set<number>();
    for (const element of inner) {
      if (element.id === TRACKS) {
        if (!(await stripTracks(file, element, removed))) return 'damaged';
      } else if (element.id === CLUSTER) {
        if (removed.size > 0 && !(await stripBlocks(file, element, removed))) return 'damaged';
      } else if (element.id === INFO) {
        const info = await readElements(file, element.content, element.end);
        if (!info) return 'damaged';
        // The info's checksum would no longer be right.
        for (const each of info) {
          if (tags.has(each.id) || each.id === checksum) await blankElement(file, each);
        }
      } else if (tags.has(element.id) || element.id === checksum) {
        await blankElement(file, element);
      }
    }
  }
  for (const element of top ?? []) if (tags.has(element.id)) await blankElement(file, element);
  return 'stripped';
}

/** Adds the numbers of removed tracks to `removed`. False if the tracks can't be read. */
async function stripTracks(
  file: FileHandle,
  { content, end }: Element,
  removed: Set<number>,
): Promise<boolean> {
  const entries = await readElements(file, content, end);
  if (!entries) return false;
  for (const entry of entries) {
    if (entry.id === checksum) await blankElement(file, entry);
    if (entry.id !== track.entry) continue;
    const inner = await readElements(file, entry.content, entry.end);
    if (!inner) return false;
    const read = async (id: number) => {
      const found = inner.find((each) => each.id === id);
      const length = found ? found.end - found.content : 0;
      if (!found || length === 0 || length > 6) return 0;
      return (await readBytes(file, found.content, length)).readUIntBE(0, length);
    };
    if (track.shown.includes(await read(track.type))) {
      for (const each of inner) {
        if (tags.has(each.id) || each.id === checksum) await blankElement(file, each);
      }
    } else {
      removed.add(await read(track.number));
      await blankElement(file, entry);
    }
  }
  return true;
}

/** Blanks the blocks of these tracks in a cluster. False if it can't be read. */
async function stripBlocks(
  file: FileHandle,
  { content, end }: Element,
  removed: ReadonlySet<number>,
): Promise<boolean> {
  const children = await readElements(file, content, end);
  if (!children) return false;
  for (const child of children) {
    if (child.id === checksum) await blankElement(file, child);
    if (child.id !== block.simple && child.id !== block.group) continue;
    const inner =
      child.id === block.group ? await readElements(file, child.content, child.end) : [child];
    const data = inner?.find(({ id }) => id === block.simple || id === block.inGroup);
    if (!data) return false;
    const head = await readBytes(file, data.content, Math.min(8, data.end - data.content));
    if (removed.has(readNumber(head))) await blankElement(file, child);
  }
  return true;
}

/** Reads an EBML number: its leading zeros give its length. */
function readNumber(head: Buffer): number {
  const first = head[0] ?? 0;
  const length = Math.clz32(first) - 23;
  let number = first & (0xff >> length);
  for (const byte of head.subarray(1, length)) number = number * 256 + byte;
  return number;
}

/** Null if an element doesn't fit into its parent. */
async function readElements(
  file: FileHandle,
  start: number,
  end: number,
): Promise<Element[] | null> {
  const elements: Element[] = [];
  for (let at = start; at < end; ) {
    const element = await readElement(file, at, end);
    if (!element) return null;
    elements.push(element);
    at = element.end;
  }
  return elements;
}

async function readElement(file: FileHandle, at: number, end: number): Promise<Element | null> {
  const head = await readBytes(file, at, Math.min(12, end - at));
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  if (idLength > 4 || head.length <= idLength) return null;
  const id = head.readUIntBE(0, idLength);
  const first = head[idLength] ?? 0;
  const sizeLength = Math.clz32(first) - 23;
  const content = at + idLength + sizeLength;
  if (sizeLength > 8 || head.length < idLength + sizeLength) return null;
  let length = first & (0xff >> sizeLength);
  let unknown = length === 0xff >> sizeLength;
  for (const byte of head.subarray(idLength + 1, idLength + sizeLength)) {
    unknown &&= byte === 0xff;
    length = length * 256 + byte;
  }
  if (!unknown)
    return content + length > end ? null : { id, start: at, content, end: content + length };
  if (id === SEGMENT) return { id, start: at, content, end };
  if (id !== CLUSTER) return null;
  let next = content;
  while (next < end) {
    const child = await readElement(file, next, end);
    if (!child) return null;
    if (inSegment.has(child.id) && child.id !== 0xec && child.id !== checksum) break;
    next = child.end;
  }
  return { id, start: at, content, end: next };
}

/** Turns it into a void element of the same length. */
async function blankElement(file: FileHandle, { start, end }: Element): Promise<void> {
  const length = end - start;
  const head = Buffer.alloc(length < 10 ? 2 : 9);
  head[0] = 0xec;
  if (length < 10) head[1] = 0x80 | (length - 2);
  else {
    head.writeBigUInt64BE(BigInt(length - 9), 1);
    head[1] = 0x01;
  }
  await file.write(head, 0, head.length, start);
  await blank(file, { start: start + head.length, end });
}
