/** What a JPEG contains, according to its markers. */
export interface JpegFrame {
  /** How many times a decoder processes the whole image. */
  scans: number;
  /** Samples of all color components together. */
  samples: number;
  /** Whether all of them are in memory before the first pixel is drawn. */
  isHeld: boolean;
}

/**
 * A decoder processes the whole image in each scan. Programs write ten, the most thorough thirty;
 * at 60 million pixels one takes 14 ms, even an empty one.
 */
const MOST_SCANS = 50;
/** Tables, comments and other data: a phone's color profile and depth map take a few hundred. */
const MOST_SEGMENTS = 1_000;

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const FILL = 0xff;

/** Frame markers, except for 0xC4 (tables), 0xC8 and 0xCC, which are among them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isProgressive = (marker: number) => [0xc2, 0xc6, 0xca, 0xce].includes(marker);
/** Markers that are followed by a length: frames, tables, scans, application data, comments. */
const hasLength = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xdd && !(marker >= 0xd0 && marker <= END)) ||
  (marker >= 0xe0 && marker <= 0xef) ||
  marker === 0xfe;
/** Within a scan: an escaped data byte, or a restart marker. */
const isData = (marker: number) => marker === 0 || marker === 1 || (marker & 0xf8) === 0xd0;

export const isJpeg = (bytes: Buffer) => bytes[0] === FILL && bytes[1] === START;

/**
 * Goes from marker to marker up to the end of the image, as a decoder does; whatever follows it (a
 * phone's video, a second image) isn't part of its scans. Null if there are more markers than any
 * program writes, an invalid one, or a second frame, which would override the first.
 */
export function readJpegFrame(bytes: Buffer): JpegFrame | null {
  let scans = 0;
  let segments = 0;
  let samples = 0;
  let colors = 0;
  let isHeld = false;
  let hasFrame = false;
  for (let at = 2; at < bytes.length; ) {
    if (bytes[at] !== FILL) {
      at += 1;
      continue;
    }
    while (bytes[at] === FILL) at += 1;
    const marker = bytes[at];
    at += 1;
    if (marker === undefined || marker === END) break;
    if (isData(marker)) continue;
    if (!hasLength(marker)) return null;
    if (at + 2 > bytes.length) break;
    const segment = bytes.subarray(at, at + bytes.readUInt16BE(at));
    segments += 1;
    if (marker === SCAN) scans += 1;
    if (segments > MOST_SEGMENTS || scans > MOST_SCANS) return null;
    if (isFrame(marker)) {
      if (hasFrame || segment.length < 8) return null;
      hasFrame = true;
      samples = countSamples(segment);
      colors = segment[7] ?? 0;
      isHeld ||= isProgressive(marker);
    }
    if (marker === SCAN) isHeld ||= segment[2] !== colors;
    at += Math.max(2, bytes.readUInt16BE(at));
  }
  return { scans, samples, isHeld };
}

/** A component that is stored at half the width has half as many samples. */
function countSamples(frame: Buffer): number {
  const pixels = frame.readUInt16BE(3) * frame.readUInt16BE(5);
  const factors: [across: number, down: number][] = [];
  for (let at = 9; at < frame.length; at += 3) {
    const both = frame[at] ?? 0;
    factors.push([both >> 4, both & 15]);
  }
  const across = Math.max(...factors.map(([each]) => each));
  const down = Math.max(...factors.map(([, each]) => each));
  const parts = factors.map(([own, ownDown]) => (own * ownDown) / (across * down));
  return Math.ceil(pixels * parts.reduce((sum, part) => sum + part, 0));
}
