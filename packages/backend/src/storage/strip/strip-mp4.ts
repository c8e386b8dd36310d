import type { FileHandle } from 'node:fs/promises';
import { blank, type Part, readBytes, type StripOutcome } from './file-parts.ts';

interface Box extends Part {
  type: string;
  /** Where its content begins. */
  content: number;
}

/**
 * The boxes needed to play a video, by parent box (ISO 14496-12, QuickTime). Cameras write places,
 * names and times into boxes of many names, so nothing else is kept.
 */
const played: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'styp', 'pdin', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra'],
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'tapt', 'edts', 'mdia'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'elng', 'minf'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: [
    ...['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stsh'],
    ...['stps', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'padb', 'stdp'],
  ],
  mvex: ['mehd', 'trex', 'leva'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio'],
  mfra: ['tfra', 'mfro'],
};
const dated: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd']);
/** Picture and sound. Drones write positions as subtitles, and chapters have titles. */
const shown: ReadonlySet<string> = new Set(['vide', 'soun']);

/** Blanks where, when and by whom a video (ISO base media file) was made, in place: no offset changes. */
export async function stripMp4(file: FileHandle, size: number): Promise<StripOutcome> {
  const top = await readBoxes(file, 0, size);
  if (!top?.some(({ type }) => type === 'moov') || top[0]?.type !== 'ftyp') return 'damaged';
  if (await hasFragmentedText(file, top)) return 'unsupported';
  const whole = (await stripBoxes(file, top, 'file')) && (await blankUnused(file, top));
  return whole ? 'stripped' : 'damaged';
}

/** Each fragment lists its own subtitle samples, which isn't supported here, so they can't be blanked. */
async function hasFragmentedText(file: FileHandle, top: readonly Box[]): Promise<boolean> {
  if (!top.some(({ type }) => type === 'moof')) return false;
  for (const moov of top.filter(({ type }) => type === 'moov')) {
    for (const box of (await readBoxes(file, moov.content, moov.end)) ?? []) {
      if (box.type !== 'trak') continue;
      const track = await readBoxes(file, box.content, box.end);
      if (track && !(await isShown(file, track))) return true;
    }
  }
  return false;
}

async function stripBoxes(
  file: FileHandle,
  boxes: readonly Box[],
  parent: string,
): Promise<boolean> {
  for (const box of boxes) {
    if (!played[parent]?.includes(box.type)) await blankBox(file, box);
    else if (dated.has(box.type)) await blankDates(file, box);
    else if (box.type === 'hdlr') await blankName(file, box);
    else if (played[box.type]) {
      const inner = await readBoxes(file, box.content, box.end);
      if (!inner) return false;
      if (box.type === 'trak' && !(await isShown(file, inner))) {
        const samples = await readSamples(file, inner);
        if (samples === 'damaged') return false;
        for (const part of samples ?? []) await blank(file, part);
        await blankBox(file, box);
      } else if (!(await stripBoxes(file, inner, box.type))) return false;
    }
  }
  return true;
}

/** Blanks what is between the samples of the remaining tracks. */
async function blankUnused(file: FileHandle, top: readonly Box[]): Promise<boolean> {
  // Fragments list their samples beside them, and both were written together.
  if (top.some(({ type }) => type === 'moof')) return true;
  const used: Part[] = [];
  for (const moov of top.filter(({ type }) => type === 'moov')) {
    for (const box of (await readBoxes(file, moov.content, moov.end)) ?? []) {
      if (box.type !== 'trak') continue;
      const track = await readBoxes(file, box.content, box.end);
      const samples = track && (await readSamples(file, track));
      if (samples === 'damaged') return false;
      if (!samples) return true;
      used.push(...samples);
    }
  }
  used.sort((a, b) => a.start - b.start);
  for (const { content, end } of top.filter(({ type }) => type === 'mdat')) {
    let at = content;
    for (const part of used) {
      if (part.end <= at || part.start >= end) continue;
      if (part.start > at) await blank(file, { start: at, end: part.start });
      at = part.end;
    }
    if (at < end) await blank(file, { start: at, end });
  }
  return true;
}

/** Null if a box doesn't fit into its parent. */
async function readBoxes(file: FileHandle, start: number, end: number): Promise<Box[] | null> {
  const boxes: Box[] = [];
  for (let at = start; at < end; ) {
    if (end - at < 8) return null;
    const head = await readBytes(file, at, Math.min(16, end - at));
    const short = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    if (short === 1 && head.length < 16) return null;
    const length = short === 0 ? end - at : short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    const content = at + (short === 1 ? 16 : 8);
    if (content > at + length || at + length > end) return null;
    boxes.push({ type, start: at, content, end: at + length });
    at += length;
  }
  return boxes;
}

async function blankBox(file: FileHandle, { start, content, end }: Box): Promise<void> {
  await file.write(Buffer.from('free'), 0, 4, start + 4);
  await blank(file, { start: content, end });
}

async function blankDates(file: FileHandle, { content, end }: Box): Promise<void> {
  const [version] = await readBytes(file, content, 1);
  const length = version === 1 ? 16 : 8;
  await blank(file, { start: content + 4, end: Math.min(content + 4 + length, end) });
}

/** May contain the camera's maker, for example. */
async function blankName(file: FileHandle, { content, end }: Box): Promise<void> {
  await blank(file, { start: content + 24, end });
}

async function find(
  file: FileHandle,
  boxes: readonly Box[] | null,
  ...path: string[]
): Promise<Box | undefined> {
  const [type, ...rest] = path;
  const box = boxes?.find((each) => each.type === type);
  if (!box || rest.length === 0) return box;
  return find(file, await readBoxes(file, box.content, box.end), ...rest);
}

async function isShown(file: FileHandle, track: readonly Box[]): Promise<boolean> {
  const handler = await find(file, track, 'mdia', 'hdlr');
  if (!handler || handler.end - handler.content < 12) return false;
  return shown.has((await readBytes(file, handler.content + 8, 4)).toString('latin1'));
}

/**
 * Finds the bytes of a track, which are elsewhere in the file in chunks of samples (ISO 14496-12,
 * 8.7). Null if the track doesn't say where; `damaged` if they would be outside the file.
 */
async function readSamples(
  file: FileHandle,
  track: readonly Box[],
): Promise<Part[] | null | 'damaged'> {
  const table = await find(file, track, 'mdia', 'minf', 'stbl');
  if (!table) return null;
  const boxes = await readBoxes(file, table.content, table.end);
  const read = async (type: string) => {
    const box = boxes?.find((each) => each.type === type);
    return box ? readBytes(file, box.content, box.end - box.content) : null;
  };
  const [sizes, runs, short, long] = await Promise.all(['stsz', 'stsc', 'stco', 'co64'].map(read));
  const offsets = short ?? long;
  if (!sizes || !runs || !offsets) return null;
  const { size } = await file.stat();
  const parts: Part[] = [];
  try {
    const fixed = sizes.readUInt32BE(4);
    const chunks = offsets.readUInt32BE(4);
    const runCount = runs.readUInt32BE(4);
    let sample = 0;
    for (let chunk = 0, run = 0; chunk < chunks; chunk += 1) {
      while (run + 1 < runCount && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run += 1;
      const perChunk = runs.readUInt32BE(8 + run * 12 + 4);
      const start = short
        ? short.readUInt32BE(8 + chunk * 4)
        : Number(offsets.readBigUInt64BE(8 + chunk * 8));
      let length = fixed * perChunk;
      for (let each = 0; fixed === 0 && each < perChunk; each += 1, sample += 1) {
        length += sizes.readUInt32BE(12 + sample * 4);
      }
      if (start + length > size) return 'damaged';
      parts.push({ start, end: start + length });
    }
    return parts;
  } catch (error) {
    if (error instanceof RangeError) return 'damaged';
    throw error;
  }
}
