import sharp from 'sharp';

/** Small, valid files that cost a decoder far more than their size suggests. */

/** A progressive grayscale JPEG in which all scans but the first are empty; at most 800 scans. */
export function drawScans(side: number, scans: number): Buffer {
  const segment = (marker: number, ...content: number[]) =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content]);
  const size = [side >> 8, side & 255];
  const blocks = Math.ceil(side / 8) ** 2;
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array(64).fill(1)),
    segment(0xc2, 8, ...size, ...size, 1, 1, 0x11, 0),
    // One single-bit code each: no difference, and "nothing in the next 16,384 blocks or more".
    segment(0xc4, 0x00, 1, ...Array(15).fill(0), 0),
    segment(0xc4, 0x10, 1, ...Array(15).fill(0), 0xe0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    toBytes('0'.repeat(blocks)),
  ];
  const runs: string[] = [];
  for (let left = blocks; left > 0; left -= 32_767) {
    const more = Math.max(0, Math.min(left, 32_767) - 16_384);
    runs.push(`0${more.toString(2).padStart(14, '0')}`);
  }
  const nothing = toBytes(runs.join(''));
  for (let scan = 0; scan < scans - 1; scan += 1) {
    const coefficient = 1 + Math.floor(scan / 14);
    const low = 13 - (scan % 14);
    const high = low === 13 ? 0 : low + 1;
    parts.push(segment(0xda, 1, 1, 0, coefficient, coefficient, (high << 4) | low), nothing);
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

/** Padded with ones, and with a zero after each byte that could be a marker. */
function toBytes(bits: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2);
    bytes.push(byte, ...(byte === 0xff ? [0] : []));
  }
  return Buffer.from(bytes);
}

/** An animated WebP of one pixel. */
export async function drawFrames(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#a40' } })
    .webp({ lossless: true })
    .toBuffer();
  const picture = still.subarray(still.indexOf('VP8L'));
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(type), length, content, Buffer.alloc(content.length & 1)]);
  };
  const isAnimated = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const frame = chunk(
    'ANMF',
    Buffer.concat([Buffer.alloc(12), Buffer.from([10, 0, 0, 0]), picture]),
  );
  const content = [chunk('VP8X', isAnimated), chunk('ANIM', Buffer.alloc(6))];
  content.push(...Array(frames).fill(frame));
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...content]));
}

/** An AVIF of tiles that are all the same image. */
export async function drawTiles(side: number, rows: number): Promise<Buffer> {
  const tile = await sharp({
    create: { width: side, height: side, channels: 3, background: '#a40' },
  })
    .avif({ effort: 0, chromaSubsampling: '4:2:0' })
    .toBuffer();
  const find = (type: string) => {
    const start = tile.indexOf(type) - 4;
    return tile.subarray(start, start + tile.readUInt32BE(start));
  };
  const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
  const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)]);
  const box = (type: string, ...parts: (Buffer | string)[]) => {
    const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    return Buffer.concat([u32(content.length + 8), Buffer.from(type), content]);
  };
  const whole = side * rows;
  const picture = find('mdat').subarray(8);
  const grid = Buffer.concat([Buffer.from([0, 0, rows - 1, rows - 1]), u16(whole), u16(whole)]);
  const item = (id: number, type: string) =>
    box('infe', u32(0x02000000), u16(id), u16(0), type, Buffer.alloc(1));
  const properties = box(
    'ipco',
    find('ispe'),
    find('pixi'),
    find('av1C'),
    box('ispe', u32(0), u32(whole), u32(whole)),
  );
  const owned = [u16(1), Buffer.from([3, 1, 2, 0x83]), u16(2), Buffer.from([2, 4, 2])];
  const meta = (start: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0), u32(0), 'pict', Buffer.alloc(13)),
      box('pitm', u32(0), u16(2)),
      box(
        'iloc',
        u32(0x01000000),
        Buffer.from([0x44, 0]),
        u16(2),
        u16(1),
        u16(0),
        u16(0),
        u16(1),
        u32(start),
        u32(picture.length),
        u16(2),
        u16(1),
        u16(0),
        u16(1),
        u32(0),
        u32(grid.length),
      ),
      box('iinf', u32(0), u16(2), item(1, 'av01'), item(2, 'grid')),
      box('iprp', properties, box('ipma', u32(0), u32(2), ...owned)),
      box('iref', u32(0), box('dimg', u16(2), u16(rows ** 2), ...Array(rows ** 2).fill(u16(1)))),
      box('idat', grid),
    );
  const head = box('ftyp', 'avif', u32(0), 'avifmif1miaf');
  const start = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(start), box('mdat', picture)]);
}
