import { expect, it } from 'vitest';
import { refuseFile } from './upload-file.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });

it('sends what the shop can show', () => {
  expect(refuseFile(file('jar.webp', 'image/webp'), 'image')).toBeNull();
  expect(refuseFile(file('jar.mp4', 'video/mp4'), 'video')).toBeNull();
});

it.each([
  [file('logo.svg', 'image/svg+xml'), 'image', 'logo.svg is not an image'],
  [file('jar.mp4', 'video/mp4'), 'image', 'jar.mp4 is not an image'],
  [file('jar.png', 'image/png'), 'video', 'jar.png is not a video'],
  [file('big.png', 'image/png', 51 * 1024 * 1024), 'image', 'big.png is larger than 50 MB'],
  [file('none.png', 'image/png', 0), 'image', 'none.png is empty'],
] as const)('does not send %j as %s', (bad, kind, message) => {
  expect(refuseFile(bad, kind)).toContain(message);
});
