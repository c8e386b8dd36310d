import { expect, it } from 'vitest';
import { FileRefused, preparePicture } from './prepare-picture.ts';

/** Draws a picture that, like a photo, does not compress to almost nothing. */
async function draw(width: number, height: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext('2d');
  for (let n = 0; n < 60; n++) {
    if (drawing) drawing.fillStyle = `hsl(${n * 37} 70% 50%)`;
    drawing?.fillRect((n * 53) % width, (n * 97) % height, width / 5, height / 7);
  }
  return canvas.convertToBlob({ type, quality: 0.9 });
}

const refusal = async (file: File) =>
  preparePicture(file).then(
    () => 'taken',
    (error: Error) => (error instanceof FileRefused ? error.message : `broken: ${error.message}`),
  );

it('sends a picture of usual size as it is', async () => {
  const file = new File([await draw(1200, 900, 'image/jpeg')], 'jar.jpg', { type: 'image/jpeg' });
  expect(await preparePicture(file)).toBe(file);
});

it('makes a large photograph smaller, under its name', async () => {
  const type = 'image/jpeg';
  const photograph = new File([await draw(5120, 3840, type)], 'IMG_0001.JPEG', { type });
  const prepared = await preparePicture(photograph);
  expect(prepared).toMatchObject({ name: 'IMG_0001.jpg', type });
  const { width, height } = await createImageBitmap(prepared);
  expect([width, height]).toEqual([4096, 3072]);
});

it.each(['image/png', 'image/jpeg', 'image/webp'])('refuses half a picture: %s', async (type) => {
  const whole = await draw(800, 600, type);
  const half = new File([whole.slice(0, whole.size / 3)], 'half.bin', { type });
  expect(await refusal(half)).toContain('half.bin is damaged');
});

it('refuses what only claims to be a picture', async () => {
  const file = new File(['<p>Not a picture</p>'], 'page.png', { type: 'image/png' });
  expect(await refusal(file)).toContain('page.png is damaged');
});

it('says how a HEIC photograph gets in where the browser cannot open it', async () => {
  const head = new Uint8Array(4096);
  head.set(new TextEncoder().encode('\0\0\0\u001cftypmif1\0\0\0\0mif1heic'));
  const file = new File([head], 'IMG_2031.HEIC', { type: '' });
  expect(await refusal(file)).toMatch(/IMG_2031\.HEIC is a HEIC photograph.+save it as JPEG/);
});
