import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../testing/databases.ts';
import { type Harness, openHarness } from '../storage-harness.ts';
import { carriesMetadata } from './carries-metadata.ts';

/** Appears wherever a place, a name or a comment may be stored. */
const SECRET = '+48.8577+002.2950 my home';

const u32 = (value: number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
};
const box = (type: string, ...parts: (Buffer | string)[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};

function mp4(): Buffer {
  const film = Buffer.alloc(256, 7);
  const positions = Buffer.from(SECRET);
  const ftyp = box('ftyp', 'isom', u32(512), 'isomiso2mp41');
  const unused = Buffer.from(SECRET);
  const subtitles = Buffer.from(SECRET);
  const mdat = box('mdat', film, positions, subtitles, unused);
  // Cameras choose their own names.
  const own = ['gps0', 'gps ', 'free', 'meta', 'inst'].map((name) => box(name, SECRET));
  const at = ftyp.length + 8 + film.length;
  const zero = u32(0);
  const track = (handler: string, offset: number, length: number) =>
    box(
      'trak',
      box('tkhd', zero, u32(3_800_000_000), u32(3_800_000_000), Buffer.alloc(72)),
      box('udta', box('name', SECRET)),
      ...own,
      box(
        'mdia',
        box('hdlr', zero, zero, handler, Buffer.alloc(12), SECRET),
        ...own,
        box(
          'minf',
          ...own,
          box(
            'stbl',
            ...own,
            box('stsz', zero, zero, u32(1), u32(length)),
            box('stsc', zero, u32(1), u32(1), u32(1), u32(1)),
            box('stco', zero, u32(1), u32(offset)),
          ),
        ),
      ),
    );
  const keys = box(
    'meta',
    box('keys', zero, u32(1), box('mdta', 'com.apple.quicktime.location.ISO6709')),
    box('ilst', SECRET),
  );
  return Buffer.concat([
    ftyp,
    mdat,
    ...own,
    box('mdat', SECRET),
    box(
      'moov',
      ...own,
      box('mvhd', zero, u32(3_800_000_000), u32(3_800_000_000), Buffer.alloc(88)),
      track('vide', ftyp.length + 8, film.length),
      track('meta', at, positions.length),
      track('sbtl', at + positions.length, subtitles.length),
      box('udta', box('\xa9xyz', SECRET)),
      keys,
    ),
    box('uuid', Buffer.alloc(16, 3), SECRET),
  ]);
}

const element = (id: string, ...parts: (Buffer | string)[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const size = u32(content.length);
  size[0] = 0x10;
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};
const unended = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(`${id}01ffffffffffffff`, 'hex'), content]);

function webm(): Buffer {
  const at = Buffer.from([0, 0, 0x80]);
  const block = element('a3', Buffer.from([0x81]), at, Buffer.alloc(64, 7));
  const subtitle = element('a3', Buffer.from([0x82]), at, SECRET);
  const group = element('a0', element('a1', Buffer.from([0x40, 0x03]), at, SECRET));
  const track = (number: number, type: number) =>
    element(
      'ae',
      element('d7', Buffer.from([number])),
      element('83', Buffer.from([type])),
      element('536e', SECRET),
      element('86', 'V_VP9'),
    );
  return Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    unended(
      '18538067',
      Buffer.concat([
        element('1549a966', element('7ba9', SECRET), element('4d80', 'muxer')),
        element('1654ae6b', track(1, 1), track(2, 0x11), track(3, 0x21)),
        unended('1f43b675', Buffer.concat([block, subtitle, group])),
        unended('1f43b675', block),
        element('1043a770', element('45b9', SECRET)),
        element('1254c367', element('7373', SECRET)),
        element('1941a469', SECRET),
      ]),
    ),
  ]);
}

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>${SECRET}</r></x:xmpmeta>`;
const exif = { IFD0: { Copyright: SECRET }, IFD3: { GPSLatitude: '48/1 51/1 27/1' } };

/** Red on the left, blue on the right, so that its orientation shows. */
function draw(width = 80, height = 40) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    pixels[at * 3 + (at % width < width / 2 ? 0 : 2)] = 255;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

async function jpeg(): Promise<Buffer> {
  const plain = await draw()
    .withXmp(xmp)
    .withExif(exif)
    .withMetadata({ orientation: 6, icc: 'p3' })
    .jpeg()
    .toBuffer();
  const comment = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from([0, SECRET.length + 2])]);
  const segment = Buffer.concat([comment, Buffer.from(SECRET)]);
  // After its end, phones append a second image with its own positions.
  return Buffer.concat([
    plain.subarray(0, 2),
    segment,
    plain.subarray(2),
    plain,
    Buffer.from(SECRET),
  ]);
}

async function png(): Promise<Buffer> {
  const plain = await draw().withXmp(xmp).withExif(exif).png().toBuffer();
  const text = Buffer.from(`tEXtComment\0${SECRET}`);
  const { crc32 } = await import('node:zlib');
  const chunk = Buffer.concat([u32(text.length - 4), text, u32(crc32(text))]);
  return Buffer.concat([plain.subarray(0, 33), chunk, plain.subarray(33)]);
}

async function gif(): Promise<Buffer> {
  const frames = await Promise.all([draw().png().toBuffer(), draw().negate().png().toBuffer()]);
  const plain = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [70, 70], loop: 3 })
    .toBuffer();
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, SECRET.length]),
    Buffer.from(SECRET),
    Buffer.from([0]),
  ]);
  const before = plain.indexOf(Buffer.from([0x21, 0xf9]));
  return Buffer.concat([plain.subarray(0, before), comment, plain.subarray(before)]);
}

const samples: Record<string, () => Promise<Buffer>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': () => draw().withXmp(xmp).withExif(exif).webp().toBuffer(),
  'image/avif': () => draw().withXmp(xmp).withExif(exif).avif().toBuffer(),
  'image/gif': gif,
  'video/mp4': async () => mp4(),
  'video/webm': async () => webm(),
};

const says = (bytes: Buffer) =>
  [SECRET, 'my home', 'GPS', 'xmpmeta', 'Exif'].filter((text) => bytes.includes(text));

describe.each(databaseKinds)('public originals on $name', (kind) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(await kind.open(), {
      stripPublic: true,
      stripAlso: ['later'],
    });
    const allowedMimeTypes = Object.keys(samples);
    await harness.service.createBucket('shown', { public: true, allowedMimeTypes });
    await harness.service.createBucket('hidden', { public: false });
    await harness.service.createBucket('later', { public: false, allowedMimeTypes });
  });
  afterAll(async () => {
    await harness?.close();
    await kind.stop();
    expect(harness?.errors).toEqual([]);
  });

  const put = async (bucket: string, bytes: Buffer, contentType: string) => {
    const name = randomUUID();
    const { error } = await harness.service.from(bucket).upload(name, bytes, { contentType });
    return { name, error };
  };
  const get = async (path: string, key?: 'service') => {
    const response = await harness.call(`/object/${path}`, key ? { key } : {});
    const bytes = Buffer.from(await response.arrayBuffer());
    return { bytes, status: response.status, headers: response.headers };
  };

  describe.each(Object.entries(samples))('%s', (type, make) => {
    it('go out without place, time and comments, and can be read', async () => {
      const sent = await make();
      expect(says(sent).length).toBeGreaterThan(0);
      const { name, error } = await put('shown', sent, type);
      expect(error).toBeNull();
      const { bytes, headers } = await get(`public/shown/${name}`);
      expect(says(bytes)).toEqual([]);
      expect(headers.get('content-length')).toBe(String(bytes.length));
      expect(headers.get('content-type')).toBe(type);
      if (type.startsWith('video/')) {
        // In place: nothing moves, and the video itself remains.
        expect(bytes.length).toBe(sent.length);
        expect(bytes.includes(Buffer.alloc(64, 7))).toBe(true);
        if (type === 'video/webm') expect(bytes.toString('latin1').split('V_VP9')).toHaveLength(2);
      } else expect((await sharp(bytes).stats()).isOpaque).toBe(true);
    });

    it('are stored so where a private bucket is published later', async () => {
      const sent = await make();
      const { name, error } = await put('later', sent, type);
      expect(error).toBeNull();
      const { bytes } = await get(`authenticated/later/${name}`, 'service');
      expect(says(bytes)).toEqual([]);
      expect(await carriesMetadata(bytes)).toBe(false);
      expect(await carriesMetadata(sent)).toBe(type.startsWith('image/') && type !== 'image/gif');
    });

    it('go out so too when they came by another way, and only once they are public', async () => {
      const sent = await make();
      const { name } = await put('hidden', sent, type);
      const mine = await get(`authenticated/hidden/${name}`, 'service');
      expect(mine.bytes.equals(sent)).toBe(true);
      const moved = await harness.service
        .from('hidden')
        .move(name, name, { destinationBucket: 'shown' });
      expect(moved.error).toBeNull();
      const files = await harness.countFiles();
      const ways = [`public/shown/${name}`, `authenticated/shown/${name}`, `shown/${name}`];
      const answers = await Promise.all(ways.map((path) => get(path, 'service')));
      const signed = await harness.service.from('shown').createSignedUrl(name, 60);
      const bySignature = await fetchSigned(signed.data?.signedUrl ?? '');
      for (const { bytes } of [...answers, bySignature]) {
        expect(says(bytes)).toEqual([]);
        expect(bytes.equals(answers[0]?.bytes ?? sent)).toBe(true);
      }
      expect(await harness.countFiles()).toEqual(files);
    });
  });

  const fetchSigned = async (url: string) => {
    const { pathname, search } = new URL(url);
    return get(`${pathname.replace('/storage/v1/object/', '')}${search}`);
  };

  it('stay as they lie where a bucket is published later: somebody may know their hash', async () => {
    const sent = await jpeg();
    const { name } = await put('hidden', sent, 'image/jpeg');
    const moved = await harness.service
      .from('hidden')
      .move(name, name, { destinationBucket: 'later' });
    expect(moved.error).toBeNull();
    const { bytes } = await get(`authenticated/later/${name}`, 'service');
    expect(bytes.equals(sent)).toBe(true);
  });

  it('stay upright, in their colors, and moving', async () => {
    const photograph = await put('shown', await jpeg(), 'image/jpeg');
    const { bytes } = await get(`public/shown/${photograph.name}`);
    const shown = await sharp(bytes).metadata();
    expect(shown).toMatchObject({ width: 40, height: 80 });
    expect([shown.exif, shown.xmp, shown.iptc]).toEqual([undefined, undefined, undefined]);
    expect(shown.orientation ?? 1).toBe(1);
    expect(shown.icc?.includes('P3') || (shown.icc?.length ?? 0) > 100).toBe(true);
    const pixel = async (top: number) =>
      sharp(bytes).extract({ left: 20, top, width: 1, height: 1 }).raw().toBuffer();
    const [above, below] = [await pixel(10), await pixel(70)];
    expect((above[0] ?? 0) > 200 && (above[2] ?? 255) < 60).toBe(true);
    expect((below[2] ?? 0) > 200 && (below[0] ?? 255) < 60).toBe(true);

    const moving = await put('shown', await gif(), 'image/gif');
    const animation = await get(`public/shown/${moving.name}`);
    expect(await sharp(animation.bytes, { animated: true }).metadata()).toMatchObject({
      pages: 2,
      loop: 3,
      delay: [70, 70],
    });
  });

  it('are shown however large they may be uploaded', async () => {
    const noise = Buffer.alloc(3200 * 3100 * 3);
    for (let at = 0, seed = 1; at < noise.length; at += 4) {
      seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
      noise.writeInt32LE(seed, at);
    }
    const heavy = await sharp(noise, { raw: { width: 3200, height: 3100, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(heavy.length).toBeGreaterThan(28 * 1024 * 1024);
    const vast = await sharp({
      create: { width: 12_000, height: 9000, channels: 3, background: '#b45' },
    })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    for (const [bytes, type] of [
      [heavy, 'image/png'],
      [vast, 'image/jpeg'],
    ] as const) {
      const { name, error } = await put('shown', bytes, type);
      expect(error, type).toBeNull();
      const small = await harness.call(`/render/image/public/shown/${name}?width=200`);
      expect(small.status, type).toBe(200);
      const shown = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
      expect(shown.width, type).toBe(200);
    }
  }, 60_000);

  it('are refused as fragmented films with subtitles', async () => {
    const { error } = await put('shown', Buffer.concat([mp4(), box('moof')]), 'video/mp4');
    expect(error?.message).toMatch(/^The video carries subtitles/);
  });

  it('are refused at once when they are damaged', async () => {
    const big = await sharp(Buffer.alloc(600 * 400 * 3, 90), {
      raw: { width: 600, height: 400, channels: 3 },
    })
      .composite([{ input: await draw(300, 300).png().toBuffer(), left: 50, top: 40 }])
      .jpeg()
      .toBuffer();
    const torn = Buffer.from(big);
    // In the middle of the encoded pixels.
    torn.fill(0x55, big.length / 2, big.length / 2 + 40);
    const wrong: [string, Buffer, string][] = [
      ['a torn photograph', torn, 'image/jpeg'],
      ['half a photograph', big.subarray(0, big.length / 2), 'image/jpeg'],
      ['half a film', mp4().subarray(0, 300), 'video/mp4'],
      ['half a film of the other kind', webm().subarray(0, 60), 'video/webm'],
    ];
    for (const [what, bytes, type] of wrong) {
      const { error } = await put('shown', bytes, type);
      expect(error?.message, what).toMatch(/^The (picture|video) is damaged/);
    }
  });
});

it('a harness that is not told to delivers what it received', async () => {
  const [kind] = databaseKinds;
  const harness = await openHarness(await (kind as (typeof databaseKinds)[0]).open());
  try {
    await harness.service.createBucket('shown', { public: true });
    const sent = await jpeg();
    await harness.service.from('shown').upload('a.jpg', sent, { contentType: 'image/jpeg' });
    const answer = await harness.call('/object/public/shown/a.jpg');
    expect(Buffer.from(await answer.arrayBuffer()).equals(sent)).toBe(true);
  } finally {
    await harness.close();
  }
});
