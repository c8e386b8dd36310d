import { expect, it } from 'vitest';
import { readText } from './read-text.ts';

it.each([
  ['UTF-8', [0x52, 0xc3, 0xa9]],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0x52, 0xc3, 0xa9]],
  ['Windows-1252', [0x52, 0xe9]],
])('reads %s', async (_, bytes) => {
  expect(await readText(new Blob([new Uint8Array(bytes)]))).toBe('Ré');
});
