import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../failure.ts';
import { createImageDecoder } from '../images/image-decoder.ts';
import { drawImage } from '../storage-harness.ts';
import { inspectContent } from './inspect-content.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'content-'));
});
afterAll(() => rm(directory, { recursive: true }));

const images = createImageDecoder();
const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];
const videos = ['video/mp4', 'video/webm'];

async function inspect(bytes: Buffer, mimetype: string, allowed: readonly string[]) {
  const verdict = await judge(bytes, mimetype, allowed);
  return verdict instanceof Failure ? 'refused' : verdict;
}

async function judge(bytes: Buffer, mimetype: string, allowed: readonly string[]) {
  const path = join(directory, crypto.randomUUID());
  await writeFile(path, bytes);
  return inspectContent({ path, size: bytes.length, mimetype, allowed, images });
}

/** The beginnings of videos in each container format. */
const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom\0\0\x02\0isomiso2'),
  Buffer.alloc(4096, 1),
]);
const webm = Buffer.concat([
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]),
  Buffer.from('webm'),
  Buffer.alloc(4096, 1),
]);
const mkv = Buffer.concat([
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88]),
  Buffer.from('matroska'),
  Buffer.alloc(4096, 1),
]);

describe('a bucket of pictures and videos', () => {
  const allowed = [...pictures, ...videos];

  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('accepts %s', async (format) => {
    expect(await inspect(await drawImage(format), `image/${format}`, allowed)).toBe(
      `image/${format}`,
    );
  });

  it('goes by the bytes where a picture has another type’s name', async () => {
    expect(await inspect(await drawImage('jpeg'), 'image/png', allowed)).toBe('image/jpeg');
  });

  it('recognizes videos', async () => {
    expect(await inspect(mp4, 'video/mp4', allowed)).toBe('video/mp4');
    expect(await inspect(webm, 'video/webm', allowed)).toBe('video/webm');
    for (const [bytes, type] of [
      [mkv, 'video/webm'],
      [mp4, 'image/png'],
      [await drawImage('png'), 'video/mp4'],
      [Buffer.concat([mp4, Buffer.from('<script>alert(1)</script>')]), 'video/mp4'],
    ] as const) {
      expect(await inspect(bytes, type, allowed), type).toBe('refused');
    }
  });

  it('refuses two files in one', async () => {
    const png = await drawImage('png');
    const jpeg = await drawImage('jpeg');
    const zip = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1');
    const zipWithComment = Buffer.concat([
      Buffer.from(`PK\x05\x06${'\0'.repeat(16)}\x05\0hello`, 'latin1'),
    ]);
    const gifScript = Buffer.from('GIF89a/*\x01\0\x01\0*/=1;alert(1)', 'latin1');
    const commented = Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0x00, 0x1b]),
      Buffer.from('<script>alert(1)</script>'),
      jpeg.subarray(2),
    ]);
    const polyglots = {
      'an archive behind it': Buffer.concat([png, zip]),
      'an archive with a comment': Buffer.concat([png, zipWithComment]),
      'a document in it': Buffer.concat([jpeg.subarray(0, 2), Buffer.from('%PDF-1.7'), jpeg]),
      'a page behind it': Buffer.concat([png, Buffer.from('\n<!DOCTYPE html><p>')]),
      'a server page in it': Buffer.concat([png, Buffer.from('<?php system($_GET[1]);')]),
      'a script in its comment': commented,
      'a script for its size': gifScript,
    };
    for (const [what, bytes] of Object.entries(polyglots)) {
      expect(await inspect(bytes, 'image/png', allowed), what).toBe('refused');
    }
  });

  it('refuses what is no picture, half a picture, or a picture too large to open', async () => {
    const png = await drawImage('png', 300, 300);
    const vast = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#000' },
    })
      .png()
      .toBuffer();
    const tiff = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .tiff()
      .toBuffer();
    const wrong: Record<string, [Buffer, string]> = {
      'a drawing': [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'],
      'a drawing under another name': [Buffer.from('<svg/>'), 'image/png'],
      'a program': [Buffer.from(`\x7fELF${'\0'.repeat(60)}`, 'latin1'), 'image/png'],
      text: [Buffer.from('hello'), 'image/gif'],
      nothing: [Buffer.alloc(0), 'image/png'],
      half: [png.subarray(0, png.length / 2), 'image/png'],
      'its head alone': [png.subarray(0, 40), 'image/png'],
      'another kind': [tiff, 'image/png'],
      'too many pixels': [vast, 'image/png'],
    };
    for (const [what, [bytes, type]] of Object.entries(wrong)) {
      expect(await inspect(bytes, type, allowed), what).toBe('refused');
    }
  });
});

it.each([
  ['text', Buffer.from('hello'), 'image/png', 'The file is not an image'],
  ['a video', mp4, 'image/png', 'The file is not an image'],
  ['nothing', Buffer.alloc(0), 'video/mp4', 'The file is not a video'],
  ['text', Buffer.from('hello'), 'application/pdf', 'The file is not of the type application/pdf'],
])('says what %s is not, rather than that its type is not taken', async (...row) => {
  const [, bytes, type, message] = row;
  const failure = await judge(bytes, type, [...pictures, ...videos, 'application/pdf']);
  expect(failure).toMatchObject({ code: 'InvalidMimeType', message });
});

describe('a bucket of other things', () => {
  it('accepts text as declared, unless its bytes say otherwise', async () => {
    expect(await inspect(Buffer.from('a,b\n1,2'), 'text/csv', ['text/csv'])).toBe('text/csv');
    expect(await inspect(await drawImage('png'), 'text/csv', ['text/csv'])).toBe('refused');
  });

  it('accepts SVG only where it is listed', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    expect(await inspect(svg, 'image/svg+xml', ['image/*'])).toBe('refused');
    expect(await inspect(svg, 'image/svg+xml', ['image/svg+xml'])).toBe('image/svg+xml');
  });

  it('accepts a whole family such as image/*', async () => {
    expect(await inspect(await drawImage('webp'), 'image/webp', ['image/*'])).toBe('image/webp');
    expect(await inspect(mp4, 'video/mp4', ['image/*'])).toBe('refused');
  });
});
