/**
 * The types that the shop shows, by the file's first bytes. AVIF states its type after the length
 * of its first box.
 */
const beginnings: readonly [type: string, at: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
];

/** Null if it is not a picture type that the shop shows. Storage checks the whole content. */
export function pictureType(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 16);
  return beginnings.find(([, at, text]) => head.startsWith(text, at))?.[0] ?? null;
}
