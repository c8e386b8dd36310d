import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawFrames, drawScans, drawTiles } from '../../testing/costly-images.ts';
import { Failure } from '../failure.ts';
import { boundsOfOwners, boundsOfStrangers, findExcess } from './find-excess.ts';
import { createImageDecoder, type ImageDecoder } from './image-decoder.ts';
import { openRenditions } from './renditions.ts';

const pageSize = { width: 64 };
const largeSize = { width: 2500, height: 2500 };

let directory: string;
let picture: Buffer;
let decoder: ImageDecoder;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'images-'));
  picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#b45' } })
    .png()
    .toBuffer();
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(() => {
  decoder = createImageDecoder();
});

/** Requests a rendition whose source opens when the test says so. */
function ask(caller: string, size: object = pageSize, signal?: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const source = vi.fn(() => promise);
  const result = decoder.transform(source, size, 'png', { caller, signal });
  return { source, result, open: () => resolve(picture) };
}

/** Lets everything start that has a turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('images in turn', () => {
  it('checks and strips uploads while renditions wait', async () => {
    const held = Array.from({ length: 10 }, () => ask('a', largeSize)).concat(
      Array.from({ length: 10 }, () => ask('a')),
    );
    const path = join(directory, 'upload.png');
    await writeFile(path, picture);
    expect(await decoder.check(path)).toBeNull();
    expect(await decoder.strip(path, join(directory, 'stripped.png'))).toBeNull();
    for (const { open } of held) open();
    await Promise.all(held.map(({ result }) => result));
  });

  it('makes what pages show while large renditions wait', async () => {
    const large = [{}, { height: 2500 }, { width: 1290 }, largeSize].map((size) => ask('a', size));
    const small = [{ width: 1280 }, { width: 320, height: 320 }].map((size) => ask('b', size));
    for (const { open, result } of small) {
      open();
      expect(await result).toBeInstanceOf(Buffer);
    }
    expect(large.filter(({ source }) => source.mock.calls.length > 0)).toHaveLength(1);
    for (const { open } of large) open();
    await Promise.all(large.map(({ result }) => result));
  });

  it('gives the next turn to whoever asked for the fewest', async () => {
    const many = Array.from({ length: 10 }, () => ask('a'));
    const one = ask('b');
    many[0]?.open();
    await many[0]?.result;
    await settle();
    expect(one.source).toHaveBeenCalled();
    expect(many.filter(({ source }) => source.mock.calls.length > 0)).toHaveLength(2);
    for (const { open } of [...many, one]) open();
    await Promise.all(many.map(({ result }) => result));
  });

  it('sends away whoever has many waiting, and nobody else', async () => {
    const many = Array.from({ length: 60 }, () => ask('a'));
    const refused = await many.at(-1)?.result;
    expect(refused).toBeInstanceOf(Failure);
    expect(refused).toMatchObject({ code: 'SlowDown' });
    const one = ask('b');
    for (const { open } of [...many, one]) open();
    expect(await one.result).toBeInstanceOf(Buffer);
    await Promise.all(many.map(({ result }) => result));
  });

  it('makes a newcomer’s at once while networks ask for more than any page shows', async () => {
    const flood = ['a', 'c', 'd'].flatMap((caller) =>
      Array.from({ length: 60 }, () => ask(caller)),
    );
    for (const { open } of flood.slice(0, 2)) open();
    await Promise.all(flood.slice(0, 2).map(({ result }) => result));
    await settle();
    const one = ask('b');
    expect(one.source).toHaveBeenCalled();
    one.open();
    expect(await one.result).toBeInstanceOf(Buffer);
    for (const { open } of flood) open();
    await Promise.all(flood.map(({ result }) => result));
  });

  it('leaves out what nobody waits for anymore', async () => {
    const renditions = await openRenditions(join(directory, 'renditions'));
    const held = [ask('a'), ask('a')];
    const source = vi.fn(async () => picture);
    const leaving = [new AbortController(), new AbortController()];
    const asked = leaving.map(({ signal }) =>
      renditions.get('a picture', 'a size', (claim) =>
        decoder.transform(source, pageSize, 'png', { caller: 'b', signal, claim }),
      ),
    );
    for (const { abort } of leaving.map((each) => ({ abort: () => each.abort() }))) abort();
    for (const { open } of held) open();
    expect(await Promise.all(asked)).toEqual([expect.any(Failure), expect.any(Failure)]);
    expect(source).not.toHaveBeenCalled();
  });

  it('makes at once for a newcomer what another one has far back in its own queue', async () => {
    const renditions = await openRenditions(join(directory, 'renditions'));
    const source = vi.fn(async () => picture);
    const want = (caller: string) =>
      renditions.get('a picture', 'wanted size', (claim) =>
        decoder.transform(source, pageSize, 'png', { caller, claim }),
      );
    const many = Array.from({ length: 60 }, () => ask('a'));
    const refused = want('a');
    const joined = want('b');
    many[0]?.open();
    expect(await joined).toBeInstanceOf(Buffer);
    expect(await refused).toMatchObject({ code: 'SlowDown' });
    for (const { open } of many) open();
    await Promise.all(many.map(({ result }) => result));
    expect(source).toHaveBeenCalledOnce();
  });

  it('makes what somebody still waits for when another one left', async () => {
    const renditions = await openRenditions(join(directory, 'renditions'));
    const leaving = new AbortController();
    const stays = new AbortController();
    const held = [ask('a'), ask('a')];
    const [, result] = [leaving, stays].map(({ signal }) =>
      renditions.get('a picture', 'other size', (claim) =>
        decoder.transform(async () => picture, pageSize, 'png', { signal, claim }),
      ),
    );
    leaving.abort();
    for (const { open } of held) open();
    expect(await result).toBeInstanceOf(Buffer);
  });
});

it('keeps few files, however small they are', async () => {
  const folder = join(directory, 'small renditions');
  const renditions = await openRenditions(folder, 40 * 4096);
  for (let key = 0; key < 60; key += 1) {
    await renditions.get('a picture', String(key), async () => Buffer.alloc(50));
  }
  await expect.poll(async () => (await readdir(folder)).length).toBe(40);
});

it('keeps no more of one network, or of one range, than their share', async () => {
  const folder = join(directory, 'shared renditions');
  const renditions = await openRenditions(folder, 100 * 4096, 5 * 4096);
  const ask = async (caller: string, count: number) => {
    for (let key = 0; key < count; key += 1) {
      const made = await renditions.get(caller, String(key), async () => Buffer.alloc(50), caller);
      expect(made).toHaveLength(50);
    }
    return (await readdir(folder)).length;
  };
  expect(await ask('203.0.113.1', 30)).toBe(5);
  expect(await ask('198.51.100.1', 3)).toBe(8);
  for (const network of [2, 3, 4, 5, 6]) await ask(`203.0.113.${network}`, 5);
  expect(await readdir(folder)).toHaveLength(3 + 4 * 5);
});

it('removes what was made of a picture, by whichever process', async () => {
  const folder = join(directory, 'removed renditions');
  const [one, other] = [await openRenditions(folder), await openRenditions(folder)];
  const make = vi.fn(async () => Buffer.alloc(50));
  await one.get('removed', 'small', make);
  await other.get('removed', 'large', make);
  await other.get('stays', 'small', make);
  await one.remove(['removed', 'unknown']);
  expect(await readdir(folder)).toHaveLength(1);
  await one.get('removed', 'small', make);
  await other.get('removed', 'large', make);
  await one.get('stays', 'small', make);
  expect(make).toHaveBeenCalledTimes(6);
});

describe('an image that would take a decoder out of all proportion', () => {
  const draw = (channels: 3 | 4, width: number, height = width) =>
    sharp({ create: { width, height, channels, background: '#b45' } });

  const refused = { code: 'InvalidRequest' };

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a JPEG of many scans', () => drawScans(64, 51)],
    ['a JPEG of two frames', () => withSecondFrame(drawScans(64, 2))],
    ['a JPEG of many comments', () => withComments(1_100)],
    ['a WebP of many frames', () => drawFrames(2_100)],
    ['an AVIF of tiles', () => drawTiles(64, 3)],
    ['a PNG of many packed texts', () => withTexts(60)],
  ])('is refused before it is decoded, whoever sends it: %s', async (_, make) => {
    const bytes = await make();
    const path = join(directory, 'costly');
    const output = join(directory, 'output');
    await writeFile(path, bytes);
    expect(await findExcess(bytes, boundsOfStrangers)).toBe('parts');
    expect(await decoder.check(path)).toMatchObject(refused);
    expect(await decoder.strip(path, output)).toMatchObject(refused);
    expect(await decoder.transform(async () => bytes, pageSize, 'png', {})).toMatchObject(refused);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a vast JPEG of some scans', () => drawScans(8900, 26)],
    [
      'an interlaced PNG of 16 bits',
      () => draw(4, 3200).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    ],
    [
      'a progressive JPEG of all colors',
      () => draw(3, 7000, 4000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['a vast WebP', () => draw(3, 5000, 4100).webp({ effort: 0 }).toBuffer()],
    ['an AVIF of a telephone with alpha', () => draw(4, 4032, 3024).avif({ effort: 0 }).toBuffer()],
  ])('is refused to strangers, and taken from owners: %s', async (_, make) => {
    const bytes = await make();
    expect(await findExcess(bytes, boundsOfStrangers)).not.toBeNull();
    expect(await findExcess(bytes, boundsOfOwners)).toBeNull();
  });

  it('is refused to owners where one takes the memory of several shops', async () => {
    const bytes = drawScans(21_000, 2);
    expect(await findExcess(bytes, boundsOfOwners)).toBe('size');
    const path = join(directory, 'vast');
    await writeFile(path, bytes);
    expect(await decoder.check(path)).toMatchObject(refused);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a JPEG of fifty scans', () => drawScans(64, 50)],
    [
      'a progressive JPEG of a telephone’s size',
      () => draw(3, 8160, 6120).jpeg({ progressive: true }).toBuffer(),
    ],
    [
      'a JPEG with a film behind it',
      async () =>
        Buffer.concat([
          await draw(3, 64).jpeg().toBuffer(),
          ...Array(200).fill(Buffer.from([0xff, 0xda, 0, 3])),
        ]),
    ],
    ['an animated WebP', () => drawFrames(200)],
    ['an interlaced PNG', () => draw(4, 2000).png({ progressive: true }).toBuffer()],
    [
      'an AVIF of a telephone’s size',
      () => draw(3, 4032, 3024).avif({ effort: 0, chromaSubsampling: '4:2:0' }).toBuffer(),
    ],
  ])('is not %s', async (_, make) => {
    const path = join(directory, 'usual');
    await writeFile(path, await make());
    expect(await decoder.check(path)).toBeNull();
  });
});

/** Adds a second frame after the scans, which is then the only one that the image seems to have. */
function withSecondFrame(jpeg: Buffer): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]);
  return Buffer.concat([jpeg.subarray(0, -2), frame, jpeg.subarray(-2)]);
}

async function withComments(count: number): Promise<Buffer> {
  const jpeg = await sharp(picture).jpeg().toBuffer();
  const comment = Buffer.from([0xff, 0xfe, 0, 3, 0x78]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array(count).fill(comment), jpeg.subarray(2)]);
}

function withTexts(count: number): Buffer {
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const content = Buffer.concat([Buffer.from('zTXtkey\0\0'), deflateSync('text')]);
  const text = Buffer.concat([u32(content.length - 4), content, u32(crc32(content))]);
  const behindHead = 33;
  return Buffer.concat([
    picture.subarray(0, behindHead),
    ...Array(count).fill(text),
    picture.subarray(behindHead),
  ]);
}
